import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ContractSchema, createValidator } from "../../../app/contract/validate.ts";

interface DocumentedAnswer {
  content?: Record<string, { schema: ContractSchema }>;
}

interface Operation {
  responses: Record<string, DocumentedAnswer & { $ref?: string }>;
}

interface Route {
  method: string;
  pattern: RegExp;
  operation: Operation;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ContractSchema> };
}

const path = resolve(import.meta.dirname, "../../../app/contract/openapi.json");
const document = JSON.parse(readFileSync(path, "utf8")) as OpenApi;
const check = createValidator(document.components.schemas);

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

/** Throws where the server has no such route, or would not answer it like this. Errors are not checked: any route may fail. */
export function checkAnswer(method: string, pathname: string, status: number, value: unknown): void {
  const call = `${method} ${pathname}`;
  const route = routes.find((route) => route.method === method && route.pattern.test(pathname));
  if (!route) throw new Error(`${call} is no route of the server`);
  if (status >= 400) return;
  const answer = route.operation.responses[status];
  if (!answer) throw new Error(`${call} doesn't answer with ${status}`);
  const schema = answer.content?.["application/json"]?.schema;
  if (schema) check(schema, value, call);
  else if (value !== undefined) throw new Error(`${call} has no body`);
}

function literalLength(template: string): number {
  return template.replaceAll(/\{\w+\}/g, "").length;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
