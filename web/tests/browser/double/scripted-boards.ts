import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Board, BoardEdge, BoardNode, BoardPatch } from "../../../app/api/boards.ts";
import type { BoardSummary } from "../../../app/contract/types.ts";
import { fromCanvas, toCanvas } from "../../../app/features/boards/core/json-canvas.ts";
import { empty, file, json, problem } from "./answers.ts";
import type { ProductCall } from "./scripted-product.ts";

/** The boards of the scripted server. */
export class ScriptedBoards {
  readonly boards = new Map<string, Board>();
  /** Recorded `POST /api/boards` requests and board messages, in order. */
  readonly questions: string[] = [];
  readonly patches: BoardPatch[] = [];
  /** The next saves fail with this status. */
  failures: number[] = [];
  /** Called for a board that begins with a question; answers with its chat. */
  begin: (board: Board, question: string) => string | null = () => null;

  create(nodes: BoardNode[] = [], edges: BoardEdge[] = [], more: Partial<Board> = {}): Board {
    const now = new Date().toISOString();
    const id = randomUUID();
    const board: Board = {
      id,
      title: "A board",
      visibility: "private",
      isOwner: true,
      author: { username: "ada" },
      revision: 1,
      nodes,
      edges,
      createdAt: now,
      updatedAt: now,
      ...more,
    };
    this.boards.set(board.id, board);
    return board;
  }

  /** The server itself puts something onto a board; answers with what it tells of that. */
  add(boardId: string, nodes: BoardNode[], edges: BoardEdge[] = []) {
    const revision = this.#patch(boardId, { nodes, edges });
    return { boardId, revision, nodes, edges };
  }

  /** Answers the call where it is about boards; false where it is another one. */
  handle(response: ServerResponse, { method, url, body }: ProductCall): boolean {
    const [, , kind = "", name = "", part = ""] = url.pathname.split("/");
    if (/^(charts|boards)$/.test(kind) && /\.(svg|png)$/.test(name)) {
      // A board's id is another one each time, and its picture is stored.
      const drawn = kind === "boards" ? "board" : name;
      return drawing(response, drawn, url.searchParams.get("theme"));
    }
    if (kind !== "boards") return false;
    if (name === "" && method === "GET") return json(response, 200, { items: this.#summaries(), nextCursor: null });
    if (name === "" && method === "POST") return this.#create(response, JSON.parse(body));
    if (name === "import") {
      const { nodes, edges } = fromCanvas(JSON.parse(body), () => randomUUID());
      return json(response, 201, { boardId: this.create(nodes, edges).id });
    }
    const board = this.boards.get(name.replace(/\.canvas$/, ""));
    if (!board) return problem(response, 404, "not_found", "There is no such board.");
    if (name.endsWith(".canvas"))
      return file(response, "application/json", toCanvas(board.nodes, board.edges, url.origin));
    if (method === "PATCH") return this.#save(response, board.id, JSON.parse(body));
    if (method === "GET") return json(response, 200, board);
    if (method === "DELETE") this.boards.delete(board.id);
    else if (part === "visibility") board.visibility = JSON.parse(body).visibility;
    return empty(response);
  }

  #create(response: ServerResponse, { q, title = "" }: { q?: string; title?: string }): true {
    const board = this.create([], [], { title: title || q || "" });
    if (q !== undefined) {
      this.questions.push(q);
      const chatId = this.begin(board, q);
      if (chatId !== null) board.chatId = chatId;
    }
    return json(response, 201, { boardId: board.id, chatId: board.chatId });
  }

  #save(response: ServerResponse, boardId: string, patch: BoardPatch): true {
    const failure = this.failures.shift();
    if (failure !== undefined) return problem(response, failure, "unavailable", "The server is busy.");
    this.patches.push(patch);
    return json(response, 200, { revision: this.#patch(boardId, patch), updatedAt: new Date().toISOString() });
  }

  #patch(boardId: string, patch: BoardPatch): number {
    const board = this.boards.get(boardId);
    if (!board) throw new Error("there is no such board");
    board.title = patch.title ?? board.title;
    board.nodes = put(board.nodes, patch.nodes ?? [], patch.removedNodeIds ?? []);
    board.edges = put(board.edges, patch.edges ?? [], patch.removedEdgeIds ?? []);
    board.revision += 1;
    return board.revision;
  }

  #summaries(): BoardSummary[] {
    return [...this.boards.values()].map(({ id, title, visibility, sourceUrl, nodes, createdAt, updatedAt }) => ({
      id,
      title,
      visibility,
      ...(sourceUrl && { sourceUrl }),
      nodeCount: nodes.length,
      createdAt,
      updatedAt,
    }));
  }
}

function put<T extends { id: string }>(all: readonly T[], some: readonly T[], removed: readonly string[]): T[] {
  const map = new Map(all.map((each) => [each.id, each]));
  for (const each of some) map.set(each.id, each);
  for (const id of removed) map.delete(id);
  return [...map.values()];
}

/** Bars whose heights follow from the chart's name. */
function drawing(response: ServerResponse, name: string, theme: string | null): true {
  const ink = theme === "dark" ? "#eeeff2" : "#15181f";
  const bars = Array.from({ length: 12 }, (_, place) => {
    const height = 20 + ((name.charCodeAt(place % name.length) * (place + 7)) % 180);
    return `<rect x="${40 + place * 36}" y="${260 - height}" width="26" height="${height}" fill="#1f9d63"/>`;
  });
  const title = `<text x="40" y="32" font-size="18" font-family="sans-serif" fill="${ink}">Rain by month, 2024</text>`;
  response.writeHead(200, { "content-type": "image/svg+xml", "cache-control": "max-age=600" });
  response.end(
    `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="300" viewBox="0 0 500 300">${title}${bars.join("")}</svg>`,
  );
  return true;
}
