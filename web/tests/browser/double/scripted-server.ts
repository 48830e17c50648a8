import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import type { Chat, LoadedChat } from "../../../app/stream/chat.ts";
import { empty, json, problem } from "./answers.ts";
import { CheckedResponse } from "./checked-response.ts";
import { checkRequest, findRoute } from "./contract.ts";
import { ScriptedAuth } from "./scripted-auth.ts";
import { ScriptedBoards } from "./scripted-boards.ts";
import { ScriptedChat } from "./scripted-chat.ts";
import { ScriptedProduct } from "./scripted-product.ts";
import { ScriptedStorage } from "./scripted-storage.ts";

/** Answers a request in place of the usual way; true where it did. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

/** Reaction to a message; by default only its turn's start. */
export type Answerer = (chat: ScriptedChat, text: string) => void;

type CheckedServer = Server<typeof IncomingMessage, typeof CheckedResponse>;

const CLIENT = resolve(import.meta.dirname, "../../../build/client");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/**
 * Serves the built client and as much of the API as a chat needs, over real sockets: for what a sound server cannot be
 * made to do, such as cutting a stream in the middle of a word.
 */
export class ScriptedServer {
  readonly chats = new Map<string, ScriptedChat>();
  readonly requests: string[] = [];
  intercept: Interceptor = () => false;
  /** As `intercept`, for bodies that are no text. */
  interceptBytes: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean = () => false;
  answer: Answerer = () => undefined;
  /** Hears at once of what `close` fails for. */
  report: (fault: unknown) => void = () => undefined;
  readonly product = new ScriptedProduct();
  readonly auth = new ScriptedAuth();
  readonly boards = new ScriptedBoards();
  readonly storage = new ScriptedStorage();
  readonly #server: CheckedServer;
  readonly #keys = new Map<string, string>();
  readonly #faults: unknown[] = [];

  private constructor(server: CheckedServer) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedServer> {
    const http = createServer({ ServerResponse: CheckedResponse });
    const server = new ScriptedServer(http);
    http.on("request", (request, response) => {
      server.#handle(request, response).catch((error: unknown) => {
        server.#fault(error);
        if (!response.writableEnded) response.destroy();
      });
    });
    await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The cookie of a user who is signed in. */
  get sessionCookie() {
    const session = {
      access_token: "scripted",
      refresh_token: "scripted",
      expires_at: Math.floor(Date.now() / 1_000) + 3_600,
      expires_in: 3_600,
      token_type: "bearer",
      user: { id: this.auth.userId, email: "ada@example.org", aud: "authenticated" },
    };
    const value = `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
    return { name: "portolan-auth-token", value, url: this.url };
  }

  createChat(): ScriptedChat {
    const chat = new ScriptedChat();
    this.chats.set(chat.id, chat);
    return chat;
  }

  /** Fails where a page asked for a route that the server doesn't have, or a script answered as it doesn't. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
    if (this.#faults.length > 0) throw new AggregateError(this.#faults, this.#faults.map(String).join("; "));
  }

  #fault(error: unknown) {
    this.#faults.push(error);
    this.report(error);
  }

  async #handle(request: IncomingMessage, response: CheckedResponse) {
    const bytes = await bytesOf(request);
    const body = bytes.toString("utf8");
    const url = new URL(request.url ?? "/", this.url);
    const call = `${request.method} ${url.pathname}`;
    this.requests.push(call);
    if (url.pathname.startsWith("/api/")) {
      // Before any script answers, so that none can cover up a wrong request.
      response.route = findRoute(request.method ?? "GET", url.pathname);
      response.report = (fault) => this.#fault(fault);
      checkRequest(response.route, request.headers["content-type"] ?? "", body, call);
    }
    if (this.intercept(request, response, body) || this.interceptBytes(request, response, bytes)) return;
    if (url.pathname.startsWith("/auth/v1/")) {
      const isAnswered = this.auth.handle(response, request.method ?? "GET", url, body);
      if (!isAnswered) throw new Error(`${call} has no scripted answer`);
    } else if (url.pathname.startsWith("/storage/v1/")) await this.storage.handle(request, response, bytes);
    else if (url.pathname.startsWith("/api/")) this.#api(request, response, url, body);
    else if (/^\/(rest|realtime|functions|graphql)\/v1/.test(url.pathname))
      throw new Error(`${call} has no scripted answer`);
    else serveClient(response, url.pathname);
  }

  #api(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const call = { method: request.method ?? "GET", url, body, chats: this.chats };
    if (this.boards.handle(response, call) || this.product.handle(response, call)) return;
    const [, , kind = "", id = "", part = ""] = url.pathname.split("/");
    if (kind === "chats" && id !== "") return this.#chat(request, response, { id, part, url, body });
    switch (`${request.method} ${kind} ${id}`.trim()) {
      case "GET config":
        return json(response, 200, {
          auth: { url: `http://${request.headers.host}`, publicKey: "scripted" },
          analytics: this.product.analytics,
          models: this.product.models,
          plans: this.product.plans,
          buildId: "scripted",
          maxUploadBytes: 100_000_000,
        });
      case "GET plans":
        return json(response, 200, { items: this.product.plans, isBillingEnabled: this.product.isBillingEnabled });
      case "GET chats":
        return json(response, 200, { items: this.#listChats(url.searchParams.get("q") ?? ""), nextCursor: null });
      case "POST chats": {
        const chat = this.createChat();
        return json(response, 201, { id: chat.id, title: chat.title, createdAt: new Date().toISOString() });
      }
      case "GET samples":
        return json(response, 200, { items: this.product.samples, nextCursor: null });
      case "GET sources":
        return json(response, 200, { items: this.product.sources.map((name) => source(name)), nextCursor: null });
      case "POST charts preview":
        return json(response, 200, preview(JSON.parse(body)));
      case "POST sources":
        return json(response, 201, source("island-rain.csv"));
      default:
        if (kind === "sources" && part === "rows") return json(response, 200, ROWS);
        if (kind === "sources" && id !== "") return json(response, 200, source("island-rain.csv", id));
        throw new Error(`${request.method} ${url.pathname} has no scripted answer`);
    }
  }

  #listChats(q: string) {
    return [...this.chats.values()].reverse().flatMap((chat) => {
      const { id, title, turns } = chat.snapshot();
      const summary = { id, title, model: null, lastEventId: 0, createdAt: CREATED_AT, updatedAt: CREATED_AT };
      if (q === "") return [summary];
      const turn = turns.find(({ message }) => message.text.includes(q));
      const snippet = turn?.message.text.replace(q, `\ue000${q}\ue001`);
      return turn && snippet ? [{ ...summary, match: { turnId: turn.turnId, snippet } }] : [];
    });
  }

  #chat(request: IncomingMessage, response: ServerResponse, call: ChatCall) {
    const chat = this.chats.get(call.id);
    if (!chat) return problem(response, 404, "not_found", "There is no such chat.");
    switch (`${request.method} ${call.part}`.trim()) {
      case "GET":
        json(response, 200, this.product.withRatings(newest(chat.snapshot(), call.url.searchParams.get("before"))));
        return;
      case "DELETE":
        this.chats.delete(call.id);
        empty(response);
        return;
      case "GET events":
        return chat.stream(
          response,
          request.headers["last-event-id"]?.toString() ?? call.url.searchParams.get("after") ?? "0",
        );
      case "POST messages":
        return this.#message(request, response, chat, call.body);
      case "POST turns": {
        const turn = chat.snapshot().turns.find(({ turnId }) => call.url.pathname.includes(turnId));
        if (!turn) return problem(response, 404, "not_found", "There is no such turn.");
        const { model } = JSON.parse(call.body || "{}");
        const turnId = chat.start(turn.message, turn.parentTurnId, { model });
        json(response, 202, { turnId });
        return this.answer(chat, turn.message.text);
      }
      case "POST cancel":
        if (chat.running !== null) chat.finish("cancelled");
        empty(response);
        return;
      default:
        return problem(response, 404, "not_found", "There is no such thing.");
    }
  }

  #message(request: IncomingMessage, response: ServerResponse, chat: ScriptedChat, body: string) {
    const key = String(request.headers["idempotency-key"]);
    const known = this.#keys.get(key);
    if (known !== undefined) return json(response, 202, { turnId: known });
    if (this.product.plan.usageLimitReached)
      return problem(response, 402, "usage_limit_reached", "The credits are used up.");
    if (chat.running !== null) return problem(response, 409, "turn_running", "A turn is running.");
    const { text, sourceIds = [], parentTurnId = null, model } = JSON.parse(body);
    const turnId = chat.start({ text, sourceIds }, parentTurnId, { model });
    this.#keys.set(key, turnId);
    json(response, 202, { turnId });
    this.answer(chat, text);
  }
}

interface ChatCall {
  id: string;
  part: string;
  url: URL;
  body: string;
}

const CREATED_AT = "2026-01-02T03:04:05Z";

/** The newest 200 turns, or those before one. */
function newest(chat: Chat, before: string | null): LoadedChat {
  const end = before === null ? chat.turns.length : chat.turns.findIndex(({ turnId }) => turnId === before);
  const start = Math.max(0, end - 200);
  return { ...chat, turns: chat.turns.slice(start, end), model: null, hasEarlier: start > 0 };
}

const ROWS = {
  columns: [
    { name: "island", type: "string" },
    { name: "rain", type: "integer" },
  ],
  rows: [
    ["Skye", 1810],
    ["Mull", 1620],
  ],
  rowCount: 2,
  truncated: false,
  tookMs: 9,
};

/** The chart as it was sent, without rows. */
function preview({ kind, spec, query }: { kind: string; spec: object; query?: object }) {
  return {
    kind,
    spec,
    query: query ? { ...query, rowCount: 0, tookMs: 9 } : null,
    data: null,
    encodingNotes: [],
    errors: [],
  };
}

function source(name: string, id: string = randomUUID()) {
  const columns = ROWS.columns.map((column) => ({
    ...column,
    nulls: 0,
    distinct: 2,
    isAdditive: column.type === "number",
  }));
  return { id, name, kind: "csv", status: "whole", rowCount: 2, columns, table: "island_rain", createdAt: CREATED_AT };
}

function serveClient(response: ServerResponse, pathname: string) {
  const path = join(CLIENT, pathname);
  const isFile = path.startsWith(CLIENT) && extname(path) !== "" && existsSync(path);
  // As the real server: an address behind this site's own is a page, whatever it ends with.
  const isAddress = /^\/+(?:www\.|[a-z-]+(?::|%3a))/i.test(pathname);
  if (!isFile && extname(path) !== "" && !isAddress) return response.writeHead(404).end();
  const prerendered = join(path, "index.html");
  const page = existsSync(prerendered) ? prerendered : join(CLIENT, "__spa-fallback.html");
  const file = isFile ? path : page;
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  response.end(readFileSync(file));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
