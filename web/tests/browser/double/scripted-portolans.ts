import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Portolan } from "../../../app/api/portolans.ts";
import { empty, json, problem } from "./answers.ts";

const CREATED_AT = "2026-01-05T10:00:00Z";

/** The documents of the scripted server. */
export class ScriptedPortolans {
  readonly all = new Map<string, Portolan>();

  add(document: Partial<Portolan>): Portolan {
    const portolan: Portolan = {
      id: randomUUID(),
      title: "",
      revision: 1,
      markdown: "",
      visibility: "private",
      author: { username: "ada" },
      isOwner: true,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...document,
    };
    this.all.set(portolan.id, portolan);
    return portolan;
  }

  /** A change that this or another tab makes. */
  change(id: string, change: Partial<Portolan>): Portolan {
    const before = this.all.get(id) ?? this.add({ id });
    const portolan = { ...before, ...change, revision: before.revision + 1 };
    this.all.set(id, portolan);
    return portolan;
  }

  handle(response: ServerResponse, method: string, id: string, part: string, body: string): true {
    if (id === "" && method === "POST") return json(response, 201, this.add(JSON.parse(body)));
    if (id === "") {
      const items = [...this.all.values()].map(({ markdown, isOwner: _isOwner, author: _author, ...summary }) => ({
        ...summary,
        excerpt: markdown.slice(0, 200),
      }));
      return json(response, 200, { items: items.reverse(), nextCursor: null });
    }
    const portolan = this.all.get(id);
    if (!portolan) return problem(response, 404, "not_found", "There is no such document.");
    switch (`${method} ${part}`.trim()) {
      case "GET":
        return json(response, 200, portolan);
      case "PATCH": {
        const change = JSON.parse(body);
        if (change.revision !== portolan.revision) {
          const detail = "The document has changed since you opened it.";
          return problem(response, 409, "revision_conflict", detail, portolan);
        }
        return json(response, 200, this.change(id, change));
      }
      case "PUT visibility":
        this.all.set(id, { ...portolan, ...JSON.parse(body) });
        return empty(response);
      case "DELETE":
        this.all.delete(id);
        return empty(response);
      default:
        return problem(response, 404, "not_found", "There is no such thing.");
    }
  }
}
