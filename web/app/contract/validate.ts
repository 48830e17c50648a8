import schemas from "./schemas.json";
import type { Validated } from "./types.ts";

/** Reports where an external value violates its schema. */
export class ShapeError extends Error {
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`${path || "the value"} is not ${expected}`);
    this.name = "ShapeError";
    this.path = path;
  }
}

/** The part of JSON Schema that the server's document uses. */
export interface ContractSchema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  properties?: Readonly<Record<string, ContractSchema | boolean>>;
  required?: readonly string[];
  additionalProperties?: ContractSchema | boolean;
  items?: ContractSchema | boolean;
  oneOf?: readonly ContractSchema[];
  anyOf?: readonly ContractSchema[];
  allOf?: readonly ContractSchema[];
}

type Check = (value: unknown, path: string) => void;

/** Returns a function that throws `ShapeError` if a value is not as its schema says. Fields that no schema names pass. */
export function createValidator(definitions: Readonly<Record<string, ContractSchema>>) {
  const compiled = new Map<string, Check>();
  return (schema: ContractSchema, value: unknown, path = ""): void => compile(schema)(value, path);

  function compile(schema: ContractSchema | boolean): Check {
    if (typeof schema === "boolean") return () => {};
    const checks = [
      schema.$ref && referenceCheck(schema.$ref),
      schema.const !== undefined && enumCheck([schema.const]),
      schema.enum && enumCheck(schema.enum),
      schema.type !== undefined && typeCheck([schema.type].flat()),
      schema.minimum !== undefined && minimumCheck(schema.minimum),
      (schema.properties || schema.additionalProperties) && fieldsCheck(schema),
      schema.items && itemsCheck(compile(schema.items)),
      (schema.oneOf ?? schema.anyOf) && choiceCheck(schema.oneOf ?? schema.anyOf ?? []),
      ...(schema.allOf ?? []).map(compile),
    ].filter((check) => typeof check === "function");
    if (checks.length === 1 && checks[0]) return checks[0];
    return (value, path) => {
      for (const check of checks) check(value, path);
    };
  }

  /** Compiled when it is first met, so that types may refer to themselves. */
  function referenceCheck(reference: string): Check {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    return (value, path) => {
      let check = compiled.get(name);
      if (!check) {
        const schema = definitions[name];
        if (!schema) throw new Error(`no schema ${name}`);
        check = compile(schema);
        compiled.set(name, check);
      }
      check(value, path);
    };
  }

  function fieldsCheck({ properties = {}, required = [], additionalProperties }: ContractSchema): Check {
    const fields = new Map(Object.entries(properties).map(([name, schema]) => [name, compile(schema)]));
    const other = compile(additionalProperties ?? true);
    return (value, path) => {
      if (!isRecord(value)) return;
      const at = (name: string) => (path ? `${path}.${name}` : name);
      const missing = required.find((name) => value[name] === undefined);
      if (missing !== undefined) throw new ShapeError(at(missing), "there");
      for (const [name, field] of Object.entries(value)) {
        if (field !== undefined) (fields.get(name) ?? other)(field, at(name));
      }
    };
  }

  /** The choice whose words match the value says what is wrong with it; without one, the value is of no known kind. */
  function choiceCheck(choices: readonly ContractSchema[]): Check {
    const compiledChoices = choices.map((schema) => ({ schema, check: compile(schema) }));
    return (value, path) => {
      let failure: unknown = null;
      for (const { schema, check } of compiledChoices) {
        if (!isOfKind(schema, value)) continue;
        try {
          return check(value, path);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure ?? new ShapeError(path, "of a known kind");
    };
  }

  function isOfKind(schema: ContractSchema, value: unknown): boolean {
    if (schema.type && ![schema.type].flat().some((type) => isOfType(type, value))) return false;
    if (!isRecord(value)) return true;
    return Object.entries(schema.properties ?? {}).every(
      ([name, field]) => typeof field === "boolean" || field.const === undefined || field.const === value[name],
    );
  }
}

const validator = createValidator(schemas as unknown as Record<string, ContractSchema>);

/** Returns the value unchanged, so that fields of later versions pass through; throws `ShapeError` if it isn't a valid `name`. */
export function validate<N extends keyof Validated>(name: N, value: unknown, path = ""): Validated[N] {
  validator({ $ref: name }, value, path);
  return value as Validated[N];
}

function typeCheck(types: readonly string[]): Check {
  return (value, path) => {
    if (!types.some((type) => isOfType(type, value))) throw new ShapeError(path, types.map(describeType).join(" or "));
  };
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    default:
      return false;
  }
}

function describeType(type: string): string {
  const words: Record<string, string> = {
    string: "a string",
    number: "a number",
    integer: "a whole number",
    boolean: "true or false",
    object: "an object",
    array: "a list",
  };
  return words[type] ?? type;
}

function enumCheck(words: readonly unknown[]): Check {
  return (value, path) => {
    if (!words.includes(value)) throw new ShapeError(path, `one of ${words.join(", ")}`);
  };
}

function minimumCheck(minimum: number): Check {
  return (value, path) => {
    if (typeof value === "number" && value < minimum) throw new ShapeError(path, `a number from ${minimum} on`);
  };
}

function itemsCheck(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
