// Writes the client's side of the contract from `app/contract/openapi.json`: types, request functions and the schemas
// that are checked at run time. With `--check` it fails if a file is stale, and writes nothing.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const check = process.argv.includes("--check");
const app = fileURLToPath(new URL("../app/", import.meta.url));
const api = JSON.parse(readFileSync(`${app}contract/openapi.json`, "utf8"));
const schemas = api.components.schemas;

/** Types that the client checks before it trusts a value: streams, and chats that are folded with them. */
const validated = ["LoadedChat", "ChatEvent", "SharedChat", "UserEvent"];

/** Comments, and limits that the client has no use for. */
const untold = new Set(["description", "format", "maximum", "default", "title"]);

const notice = "// Written by `npm run docs` from the server's OpenAPI document. Do not edit.\n";

const stale = [
  ["contract/types.ts", typesFile()],
  ["contract/schemas.json", `${JSON.stringify(reachableSchemas())}\n`],
  ["api/operations.ts", operationsFile()],
].filter(([path, text]) => !isCurrent(`${app}${path}`, text));

if (check && stale.length > 0) {
  console.error(`stale: ${stale.map(([path]) => `web/app/${path}`).join(", ")}; run \`npm run docs\``);
  process.exit(1);
}

function isCurrent(path, text) {
  const formatted = format(path, text);
  if (readText(path) === formatted) return true;
  if (!check) writeFileSync(path, formatted);
  return false;
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function format(path, text) {
  const biome = fileURLToPath(new URL("../../node_modules/.bin/biome", import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    biome,
    ["check", "--write", "--linter-enabled=false", `--stdin-file-path=${path}`],
    {
      input: text,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function typesFile() {
  const types = Object.entries(schemas).map(([name, schema]) => `${comment(schema)}${declaration(name, schema)}\n`);
  const names = validated.map((name) => `${name}: ${name};`).join("\n");
  return `${notice}\n${types.join("\n")}\n/** Types that \`validate\` checks, by name. */\nexport interface Validated {\n${names}\n}\n`;
}

function declaration(name, schema) {
  const text = typeOf(schema);
  return text.startsWith("{") && text.endsWith("}") && isPlainObject(schema)
    ? `export interface ${name} ${text}`
    : `export type ${name} = ${text};`;
}

function isPlainObject(schema) {
  return schema.type === "object" && !schema.oneOf && !schema.anyOf && !schema.$ref && schema.properties !== undefined;
}

/** Returns the TypeScript of a schema: of its own fields, and of what it refers to or chooses from. */
function typeOf(schema) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((word) => JSON.stringify(word)));
  const parts = [];
  if (schema.$ref) parts.push(nameOf(schema.$ref));
  const choices = schema.oneOf ?? schema.anyOf;
  if (schema.properties || (schema.type === "object" && !choices && !schema.$ref)) parts.push(objectOf(schema));
  if (choices) parts.push(`(${union(choices.map(typeOf))})`);
  for (const part of schema.allOf ?? []) parts.push(typeOf(part));
  if (parts.length === 0)
    parts.push(union([schema.type ?? []].flat().map((type) => simpleType(type, schema))) || "unknown");
  return parts.length === 1 ? parts[0].replace(/^\((.*)\)$/s, "$1") : parts.join(" & ");
}

function simpleType(type, schema) {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(schema.items ?? true);
      return /^[\w.]+(\[\])*$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case "object":
      return objectOf(schema);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (!properties) return `Record<string, ${typeOf(additionalProperties || true)}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema)}${key}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

function union(types) {
  return [...new Set(types)].join(" | ");
}

function nameOf(reference) {
  return reference.split("/").at(-1);
}

function comment({ description }) {
  if (!description) return "";
  const text = description.replaceAll("\n", " ").replaceAll("*/", "*\\/").trim();
  return `/** ${text} */\n`;
}

/** Returns the schemas behind the validated types, without comments. */
function reachableSchemas() {
  const found = {};
  const waiting = [...validated];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (name in found) continue;
    found[name] = withoutComments(schemas[name]);
    for (const [, other] of JSON.stringify(found[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g)) waiting.push(other);
  }
  return found;
}

function withoutComments(value, isFields = false) {
  if (Array.isArray(value)) return value.map((item) => withoutComments(item));
  if (typeof value !== "object" || value === null) return value;
  // Words that are described one by one are one list of words.
  const words = !isFields && value.oneOf?.map((choice) => choice.enum ?? ("const" in choice ? [choice.const] : null));
  if (words && !words.includes(null)) return { enum: words.flat() };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isFields || !untold.has(key))
      .map(([key, item]) => [key, withoutComments(item, key === "properties" && !isFields)]),
  );
}

function operationsFile() {
  const used = new Set();
  const functions = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => functionOf(path, method, operation, used)),
  );
  const names = [...used].sort();
  return `${notice}
import type { ${names.join(", ")} } from "../contract/types";
import { withQuery } from "../util/with-query";
import { request } from "./request";

/** Settings of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
}

const segment = encodeURIComponent;

${functions.join("\n")}`;
}

/** Returns the function that requests an operation, or the one that names its address where body or answer is no JSON. */
function functionOf(path, method, operation, used) {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const json = success.map(([, answer]) => answer.content?.["application/json"]?.schema).find(Boolean);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const isEmpty = success.every(([, answer]) => answer.content === undefined);
  const isForm = operation.requestBody !== undefined && body === undefined;
  const isFile = !isEmpty && (json === undefined || json.contentMediaType !== undefined);
  const type = (schema) => {
    const text = typeOf(schema);
    for (const [name] of text.matchAll(/\b[A-Z]\w+\b/g)) if (name in schemas) used.add(name);
    return text;
  };
  const fields = parameters.map(
    ({ name, required, schema }) => `${name}${required ? "" : "?"}: ${type(schema)}${required ? "" : " | undefined"}`,
  );
  const isOptional = parameters.every(({ required }) => !required);
  const taken = [];
  if (fields.length > 0) taken.push(`parameters: { ${fields.join("; ")} }${isOptional && !body ? " = {}" : ""}`);
  const doc = `/** ${operation.summary} */\n`;
  const address = addressOf(path, parameters);
  if (isFile || isForm)
    return `${doc}export const ${operation.operationId}Path = (${taken.join(", ")}): string => ${address};\n`;
  if (body) {
    const isLast = operation.requestBody.required;
    taken.push(`body${isLast ? "" : "?"}: ${type(body)}${isLast ? "" : " | undefined"}`);
  }
  taken.push("options: CallOptions = {}");
  const settings = [`method: "${method.toUpperCase()}"`, ...(body ? ["body"] : []), "...options"];
  const answer = isEmpty ? "void" : type(json);
  return `${doc}export const ${operation.operationId} = (${taken.join(", ")}): Promise<${answer}> => request(${address}, { ${settings.join(", ")} });\n`;
}

function addressOf(path, parameters) {
  const template = path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${segment(parameters.${name})}`);
  const text = template === path ? JSON.stringify(path) : `\`${template}\``;
  const inQuery = parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  if (inQuery.length === 0) return text;
  if (inQuery.length === parameters.length) return `withQuery(${text}, parameters)`;
  return `withQuery(${text}, { ${inQuery.map((name) => `${name}: parameters.${name}`).join(", ")} })`;
}
