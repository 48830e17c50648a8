import type { ServerResponse } from "node:http";
import { checkAnswer } from "./contract.ts";

/** Answers as the server would: throws where the route of `/api` is unknown or answers otherwise. True, so that a handler can return it. */
export function json(response: ServerResponse, status: number, value: unknown): true {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
  return check(response, status, value);
}

/** Answers with a file of JSON, which has a form of its own. */
export function file(response: ServerResponse, mediaType: string, value: unknown): true {
  response.writeHead(200, { "content-type": mediaType });
  response.end(JSON.stringify(value));
  return true;
}

/** Answers without a body. */
export function empty(response: ServerResponse): true {
  response.writeHead(204).end();
  return check(response, 204, undefined);
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  detail: string,
  current?: unknown,
): true {
  response.writeHead(status, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ type: "about:blank", title: code, status, detail, code, current }));
  return check(response, status, undefined);
}

/** Checked once it is sent, so that a wrong answer fails its story at the end and not by a page that waits. */
function check({ req }: ServerResponse, status: number, value: unknown): true {
  const { pathname } = new URL(req.url ?? "/", "http://127.0.0.1");
  // As the browser reads it: fields that are undefined are not there.
  const sent = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  if (pathname.startsWith("/api/")) checkAnswer(req.method ?? "GET", pathname, status, sent);
  return true;
}
