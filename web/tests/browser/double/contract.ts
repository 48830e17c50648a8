import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ContractSchema, createValidator } from "../../../app/contract/validate.ts";
import { undocumentedParts } from "./undocumented.ts";

interface Documented {
  content?: Record<string, { schema?: ContractSchema }>;
}

interface Operation {
  requestBody?: Documented;
  responses: Record<string, Documented & { $ref?: string }>;
}

/** A route of the server's OpenAPI document. */
export interface Route {
  method: string;
  pattern: RegExp;
  operation: Operation;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ContractSchema>; responses: Record<string, Documented> };
}

const path = resolve(import.meta.dirname, "../../../app/contract/openapi.json");
const document = JSON.parse(readFileSync(path, "utf8")) as OpenApi;
const { schemas } = document.components;
const validate = createValidator(schemas);

const routes: readonly Route[] = Object.entries(document.paths)
  // The template that leaves least open comes first, as in the router: `/api/charts/preview` is no chart.
  .sort(([one], [other]) => literalLength(other) - literalLength(one))
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${escapePattern(template).replaceAll(/\\\{\w+\\\}/g, "[^/]+")}$`),
      operation,
    })),
  );

/** Throws where the server has no such route. */
export function findRoute(method: string, pathname: string): Route {
  const route = routes.find((route) => route.method === method && route.pattern.test(pathname));
  if (!route) throw new Error(`${method} ${pathname} is no route of the server`);
  return route;
}

/** Throws where the server would refuse the JSON of a request. */
export function checkRequest({ operation }: Route, contentType: string, body: string, call: string): void {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  if (schema && contentType.startsWith("application/json")) check(schema, JSON.parse(body), `the body of ${call}`);
}

/** Throws where the server would not answer with this status, media type or body. */
export function checkAnswer(route: Route, status: number, contentType: string, body: Buffer, call: string): void {
  const { content } = documentedAnswer(route, status, call);
  const mediaType = mediaTypeOf(contentType);
  if (!content) {
    if (body.length > 0) throw new Error(`${call} has no body with ${status}`);
    return;
  }
  const documented = content[mediaType];
  if (!documented) throw new Error(`${call} doesn't answer ${status} with ${mediaType || "no media type"}`);
  // Files of JSON have a form of their own, and no schema.
  if (documented.schema && /^application\/(problem\+)?json$/.test(mediaType))
    check(documented.schema, JSON.parse(body.toString()), call);
}

/** Throws where a stream of this route has no such event. */
export function checkEvent(route: Route, event: string, data: unknown, call: string): void {
  const schema = documentedAnswer(route, 200, call).content?.["text/event-stream"]?.schema;
  if (!schema) throw new Error(`${call} has no stream of events`);
  check(schema, { event, data }, `${event} of ${call}`);
}

export function mediaTypeOf(contentType: string): string {
  return contentType.split(";")[0]?.trim() ?? "";
}

/** An error that no route documents has the form of every error. */
function documentedAnswer({ operation }: Route, status: number, call: string): Documented {
  const answer = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined);
  if (!answer) throw new Error(`${call} doesn't answer with ${status}`);
  return answer.$ref ? (document.components.responses[answer.$ref.split("/").at(-1) ?? ""] ?? {}) : answer;
}

/** The client lets unknown fields pass, for later versions. A script must not send one: the server never would. */
function check(schema: ContractSchema, value: unknown, place: string): void {
  validate(schema, value, place);
  const [first] = undocumentedParts(schema, value, { schemas, validate, place });
  if (first !== undefined) throw new Error(first);
}

function literalLength(template: string): number {
  return template.replaceAll(/\{\w+\}/g, "").length;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
