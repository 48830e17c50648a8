import type { ServerResponse } from "node:http";

/** Answers with JSON. True, so that a handler can return it. */
export function json(response: ServerResponse, status: number, value: unknown): true {
  return file(response, "application/json", value, status);
}

/** Answers with a file of JSON. */
export function file(response: ServerResponse, mediaType: string, value: unknown, status = 200): true {
  response.writeHead(status, { "content-type": mediaType });
  response.end(JSON.stringify(value));
  return true;
}

/** Answers without a body. */
export function empty(response: ServerResponse): true {
  response.writeHead(204).end();
  return true;
}

/** Refuses a request as every route of `/api` does. */
export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  detail: string,
  current?: unknown,
): true {
  const value = { type: "about:blank", title: code, status, detail, code, current };
  return file(response, "application/problem+json", value, status);
}
