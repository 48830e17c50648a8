import { isObject, type Json, type JsonObject } from "../draw-request.ts";
import { escapePointer } from "./read-json.ts";

/** JSON Schema subset that Vega-Lite's schema uses. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  definitions?: Record<string, Schema>;
}

export interface SchemaError {
  /** A JSON pointer. */
  path: string;
  message: string;
  /** True where a member is wrong by its name, false where its value is. */
  isName: boolean;
}

export interface Proposal {
  name: string;
  description: string;
}

/** Knows what may stand where in a document of one schema. */
export class SchemaReader {
  readonly #root: Schema;
  readonly #alternatives = new Map<Schema, readonly Schema[]>();
  readonly #errors = new Map<Schema, Map<Json, readonly SchemaError[]>>();

  constructor(root: Schema) {
    this.#root = root;
  }

  /** Returns the errors of a value against the alternative that it matches best. */
  check(value: Json): readonly SchemaError[] {
    this.#errors.clear();
    return this.#check(this.#root, value);
  }

  /** The names that may be written in the object at `path`, without those that are there. */
  namesAt(document: Json, path: readonly string[]): Proposal[] {
    const found = new Map<string, string>();
    const { schemas, value } = this.#at(document, path);
    for (const schema of schemas) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const description = property.description ?? this.#resolve(property).description ?? "";
        if (!found.has(name) || found.get(name) === "") found.set(name, description);
      }
    }
    const present = isObject(value) ? value : {};
    return [...found]
      .filter(([name]) => !Object.hasOwn(present, name))
      .map(([name, description]) => ({ name, description }));
  }

  /** The values that may be written at `path`, where they can be listed. */
  valuesAt(document: Json, path: readonly string[]): Json[] {
    const values: Json[] = [];
    for (const schema of this.#at(document, path).schemas) {
      if (schema.const !== undefined) values.push(schema.const);
      values.push(...(schema.enum ?? []));
      if (schema.type === "boolean") values.push(true, false);
      if (schema.type === "null") values.push(null);
    }
    return values.filter((value, index) => values.indexOf(value) === index);
  }

  /** Whether a list, an object or neither belongs at `path`. */
  shapeAt(document: Json, path: readonly string[]): "object" | "array" | "text" | "other" {
    const { schemas } = this.#at(document, path);
    const is = (type: string) => schemas.some((schema) => schema.type === type);
    if (is("string") || schemas.some((schema) => typeof (schema.const ?? schema.enum?.[0]) === "string")) return "text";
    if (is("object")) return "object";
    return is("array") ? "array" : "other";
  }

  #at(document: Json, path: readonly string[]): { schemas: readonly Schema[]; value: Json | undefined } {
    let value: Json | undefined = document;
    let schemas = this.#fitting(this.#expand(this.#root), value);
    for (const name of path) {
      schemas = schemas.flatMap((schema) => this.#members(schema, name)).flatMap((schema) => this.#expand(schema));
      value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
      schemas = this.#fitting([...new Set(schemas)], value);
    }
    return { schemas, value };
  }

  #members(schema: Schema, name: string): Schema[] {
    const { properties, additionalProperties, items } = schema;
    if (properties && Object.hasOwn(properties, name) && properties[name]) return [properties[name]];
    if (Array.isArray(items)) return items.slice(Number(name), Number(name) + 1);
    if (items && /^\d+$/.test(name)) return [items];
    return typeof additionalProperties === "object" ? [additionalProperties] : [];
  }

  /** Of several alternatives for an object those that know most of its members, and contradict none. */
  #fitting(schemas: readonly Schema[], value: Json | undefined): readonly Schema[] {
    if (!isObject(value) || Object.keys(value).length === 0) return schemas;
    const ranked = schemas
      .filter((schema) => schema.properties)
      .map((schema) => ({ schema, distance: this.#distance(schema, value) }));
    const nearest = Math.min(...ranked.map(({ distance }) => distance));
    const near = ranked.filter(({ distance }) => distance === nearest).map(({ schema }) => schema);
    return near.length > 0 ? near : schemas;
  }

  #resolve(schema: Schema): Schema {
    let current = schema;
    for (let step = 0; current.$ref !== undefined && step < 20; step += 1) {
      const name = decodeURIComponent(current.$ref.replace("#/definitions/", ""));
      current = this.#root.definitions?.[name] ?? {};
    }
    return current;
  }

  /** The alternatives that a schema stands for, none of which is a choice itself. */
  #expand(schema: Schema): readonly Schema[] {
    const known = this.#alternatives.get(schema);
    if (known) return known;
    this.#alternatives.set(schema, []);
    const resolved = this.#resolve(schema);
    const parts = resolved.anyOf ?? resolved.allOf;
    const expanded = parts ? [...new Set(parts.flatMap((part) => this.#expand(part)))] : [resolved];
    this.#alternatives.set(schema, expanded);
    return expanded;
  }

  #check(schema: Schema, value: Json): readonly SchemaError[] {
    const known = this.#errors.get(schema)?.get(value);
    if (known) return known;
    const errors = this.#closest(this.#expand(schema), value);
    if (typeof value === "object" && value !== null) {
      if (!this.#errors.has(schema)) this.#errors.set(schema, new Map());
      this.#errors.get(schema)?.set(value, errors);
    }
    return errors;
  }

  #closest(alternatives: readonly Schema[], value: Json): readonly SchemaError[] {
    const typed = alternatives.filter((schema) => hasType(schema, value));
    if (typed.length === 0) return alternatives.length === 0 ? [] : [wrong(expectation(alternatives, value))];
    const literal = typed.filter((schema) => schema.const !== undefined || schema.enum !== undefined);
    if (literal.length === typed.length && literal.length > 0 && !literal.some((schema) => isListed(schema, value))) {
      return [wrong(expectation(alternatives, value))];
    }
    let best: readonly SchemaError[] | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    for (const schema of typed) {
      const distance = isObject(value) ? this.#distance(schema, value) : 0;
      if (distance > nearest) continue;
      const errors = this.#inside(schema, value);
      if (errors.length === 0) return [];
      if (best === undefined || distance < nearest || errors.length < best.length) best = errors;
      nearest = distance;
    }
    return best ?? [];
  }

  /** How far an object is from what a schema describes, by its own members alone. */
  #distance(schema: Schema, value: JsonObject): number {
    const { properties = {}, additionalProperties, required = [] } = schema;
    let distance = 0;
    for (const [name, inner] of Object.entries(value)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined) distance += additionalProperties === false || schema.properties ? 2 : 0;
      else if (
        inner !== undefined &&
        !this.#expand(property).some((each) => hasType(each, inner) && isListed(each, inner))
      )
        distance += 1;
    }
    return distance + 2 * required.filter((name) => !Object.hasOwn(value, name)).length;
  }

  #inside(schema: Schema, value: Json): readonly SchemaError[] {
    if (!isListed(schema, value)) return [wrong(expectation([schema], value))];
    if (Array.isArray(value)) return this.#insideArray(schema, value);
    if (isObject(value)) return this.#insideObject(schema, value);
    if (typeof value === "number") {
      if (schema.minimum !== undefined && value < schema.minimum)
        return [wrong(`Use a number from ${schema.minimum} on.`)];
      if (schema.maximum !== undefined && value > schema.maximum)
        return [wrong(`Use a number up to ${schema.maximum}.`)];
    }
    return [];
  }

  #insideArray({ items, minItems, maxItems }: Schema, value: readonly Json[]): SchemaError[] {
    if (minItems !== undefined && value.length < minItems)
      return [wrong(`This list needs at least ${minItems} items.`)];
    if (maxItems !== undefined && value.length > maxItems)
      return [wrong(`This list allows at most ${maxItems} items.`)];
    return value.flatMap((each, index) => {
      const schema = Array.isArray(items) ? items[index] : items;
      return schema ? below(this.#check(schema, each), String(index)) : [];
    });
  }

  #insideObject(
    { properties = {}, additionalProperties = true, required = [] }: Schema,
    value: JsonObject,
  ): SchemaError[] {
    const errors = required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => wrong(`Required property \`${name}\` is missing.`));
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) errors.push(...below(this.#check(property, inner), name));
      else if (additionalProperties === false) errors.push(unknownName(name, Object.keys(properties)));
      else if (additionalProperties !== true) errors.push(...below(this.#check(additionalProperties, inner), name));
    }
    return errors;
  }
}

function wrong(message: string): SchemaError {
  return { path: "", message, isName: false };
}

function unknownName(name: string, known: readonly string[]): SchemaError {
  const similar = known.find((each) => isSimilar(each.toLowerCase(), name.toLowerCase()));
  const message = similar
    ? `Unknown property \`${name}\`. Did you mean \`${similar}\`?`
    : `Unknown property \`${name}\`.`;
  return { path: `/${escapePointer(name)}`, message, isName: true };
}

function below(errors: readonly SchemaError[], name: string): SchemaError[] {
  return errors.map((error) => ({ ...error, path: `/${escapePointer(name)}${error.path}` }));
}

function hasType({ type, const: only, enum: list }: Schema, value: Json): boolean {
  if (type === undefined) {
    if (only !== undefined) return typeof only === typeof value;
    return list === undefined || list.some((each) => typeof each === typeof value);
  }
  const types = Array.isArray(type) ? type : [type];
  return types.some((each) => {
    if (each === "array") return Array.isArray(value);
    if (each === "object") return isObject(value);
    if (each === "null") return value === null;
    if (each === "integer") return Number.isInteger(value);
    return each === typeof value;
  });
}

function isListed({ const: only, enum: list }: Schema, value: Json): boolean {
  if (only !== undefined) return only === value;
  return list === undefined || list.includes(value);
}

const typeNames: Record<string, string> = {
  array: "an array",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Returns the expected value as a sentence. */
function expectation(alternatives: readonly Schema[], value: Json): string {
  const literals = alternatives.flatMap((schema) =>
    schema.const !== undefined ? [schema.const] : (schema.enum ?? []),
  );
  const meant =
    typeof value === "string" && literals.find((each) => typeof each === "string" && isSimilar(each, value));
  if (meant) return `Did you mean ${JSON.stringify(meant)}?`;
  const types = alternatives
    .filter((schema) => schema.const === undefined && schema.enum === undefined)
    .flatMap((schema) => schema.type ?? [])
    .map((type) => typeNames[type] ?? type);
  const shown = [...new Set(literals)].slice(0, 8).map((value) => JSON.stringify(value));
  const rest = new Set(literals).size > 8 ? ["another allowed value"] : [];
  const choices = [...shown, ...rest, ...new Set(types)];
  const [last, ...others] = choices.reverse();
  return others.length === 0 ? `Use ${last} here.` : `Use ${others.reverse().join(", ")} or ${last} here.`;
}

/** One letter more, less, other or swapped. */
function isSimilar(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return one === other;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  const isSwapped =
    restOne.slice(2) === restOther.slice(2) && restOne[0] === restOther[1] && restOne[1] === restOther[0];
  return (
    isSwapped ||
    restOne.slice(1) === restOther.slice(1) ||
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1)
  );
}
