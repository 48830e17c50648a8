import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Portolan } from "../../../app/api/portolans.ts";
import { json, problem } from "./answers.ts";

const CREATED_AT = "2026-01-05T10:00:00Z";

/** The documents of the scripted server. */
export class ScriptedPortolans {
  readonly all = new Map<string, Portolan>();

  add(document: Partial<Portolan>): Portolan {
    const portolan: Portolan = {
      id: randomUUID(),
      title: "",
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

  handle(response: ServerResponse, method: string, id: string, part: string, body: string): true {
    if (id === "" && method === "POST") return json(response, 201, this.add(JSON.parse(body)));
    if (id === "") {
      const items = [...this.all.values()].map(({ markdown, isOwner: _, ...summary }) => ({
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
      case "PATCH":
        this.all.set(id, { ...portolan, ...JSON.parse(body) });
        return json(response, 200, this.all.get(id));
      case "PUT visibility":
        this.all.set(id, { ...portolan, ...JSON.parse(body) });
        response.writeHead(204).end();
        return true;
      case "DELETE":
        this.all.delete(id);
        response.writeHead(204).end();
        return true;
      default:
        return problem(response, 404, "not_found", "There is no such thing.");
    }
  }
}
