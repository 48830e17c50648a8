import type { ContractSchema } from "../../../app/contract/validate.ts";

interface Context {
  schemas: Readonly<Record<string, ContractSchema>>;
  /** Throws where a value is not as its schema says. */
  validate(schema: ContractSchema, value: unknown): void;
  place: string;
}

type Schema = ContractSchema & { format?: string };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Returns what a valid value has that its schema doesn't describe: fields without a schema, and times in another format.
 * Ids are not held to their format: a story reads better with `c1`.
 */
export function undocumentedParts(schema: ContractSchema | boolean, value: unknown, context: Context): string[] {
  return partsOf([schema], value, context);
}

/** Several schemas describe a value together, such as a choice and the fields that all its kinds have. */
function partsOf(schemas: readonly (ContractSchema | boolean)[], value: unknown, context: Context): string[] {
  const flat = schemas.flatMap((schema) => flatten(schema, value, context));
  if (typeof value === "string") {
    const isTime = flat.some(({ format }) => format === "date-time");
    return isTime && !TIME.test(value) ? [`${context.place} is no time: ${value}`] : [];
  }
  if (Array.isArray(value)) {
    const items = flat.flatMap(({ items }) => (items === undefined ? [] : [items]));
    return value.flatMap((item, index) => partsOf(items, item, { ...context, place: `${context.place}[${index}]` }));
  }
  if (typeof value !== "object" || value === null) return [];
  const closed = flat.filter(({ properties, additionalProperties }) => properties ?? additionalProperties);
  // Without any field, a schema describes a value of any form.
  if (closed.length === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const place = `${context.place}.${name}`;
    const own = closed.flatMap(({ properties }) => properties?.[name] ?? []);
    const others = closed.flatMap(({ additionalProperties }) => additionalProperties || []);
    const found = own.length > 0 ? own : others;
    return found.length === 0 ? [`${place} is no field of the contract`] : partsOf(found, field, { ...context, place });
  });
}

/** Returns the schema with those that it refers to, and of its choices those that the value fits. */
function flatten(schema: ContractSchema | boolean, value: unknown, context: Context): Schema[] {
  if (typeof schema === "boolean") return [];
  const { $ref, oneOf, anyOf, allOf } = schema;
  const referred = $ref === undefined ? [] : [context.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}];
  const choices = (oneOf ?? anyOf ?? []).filter((choice) => isValid(choice, value, context));
  return [schema, ...[...referred, ...choices, ...(allOf ?? [])].flatMap((part) => flatten(part, value, context))];
}

function isValid(schema: ContractSchema, value: unknown, { validate }: Context): boolean {
  try {
    validate(schema, value);
    return true;
  } catch {
    return false;
  }
}
