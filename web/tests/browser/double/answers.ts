import type { ServerResponse } from "node:http";

/** True, so that a handler can return it: the call is answered. */
export function json(response: ServerResponse, status: number, value: unknown): true {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
  return true;
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
  return true;
}
