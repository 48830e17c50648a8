import { type ColumnType, isObject, type Json, type JsonObject } from "../draw-request.ts";
import type { Row } from "../rows.ts";
import type { Scene } from "./scene.ts";

/** Calls `visit` on every object in a specification, parents first. */
export function visitObjects(value: Json | undefined, visit: (object: JsonObject) => void) {
  if (Array.isArray(value)) {
    for (const each of value) visitObjects(each, visit);
  } else if (isObject(value)) {
    visit(value);
    for (const each of Object.values(value)) visitObjects(each, visit);
  }
}

/** The definitions of the channels of one encoding, also those in lists. */
export function channelDefinitions(encoding: Json | undefined): [string, JsonObject][] {
  if (!isObject(encoding)) return [];
  return Object.entries(encoding).flatMap(([channel, definition]) => {
    const list = Array.isArray(definition) ? definition : [definition];
    return list.filter(isObject).map((each): [string, JsonObject] => [channel, each]);
  });
}

export function columnType(scene: Scene, field: Json | undefined): ColumnType | undefined {
  return scene.data.columns.find((column) => column.name === field)?.type;
}

/** The channel's definition, where there is exactly one. */
export function channel(encoding: Json | undefined, name: string): JsonObject | undefined {
  const definition = isObject(encoding) ? encoding[name] : undefined;
  return isObject(definition) ? definition : undefined;
}

/** A sub-object that is made where it is missing; what is no object, such as `null`, is left alone. */
export function part(object: JsonObject, key: string): JsonObject | undefined {
  if (object[key] === undefined) object[key] = {};
  const value = object[key];
  return isObject(value) ? value : undefined;
}

/** Sets what the author left open. */
export function fill(object: JsonObject, key: string, defaults: JsonObject) {
  const target = part(object, key);
  if (target) object[key] = { ...defaults, ...target };
}

export function isDiscrete(definition: JsonObject | undefined): definition is JsonObject {
  return definition?.type === "nominal" || definition?.type === "ordinal";
}

export function isMeasure(definition: JsonObject | undefined): definition is JsonObject {
  return definition?.type === "quantitative" && !definition.bin;
}

/** A field whose values stand in the rows as they are drawn. */
export function plainField(definition: JsonObject | undefined): string | undefined {
  const isPlain = definition && !definition.aggregate && !definition.bin && !definition.timeUnit;
  return isPlain && typeof definition.field === "string" ? unescapeField(definition.field) : undefined;
}

export function escapeField(name: string): string {
  return name.replace(/[.[\]\\'"]/g, (character) => `\\${character}`);
}

export function unescapeField(field: string): string {
  return field.replace(/\\(.)/g, "$1");
}

export function markType(spec: JsonObject): string | undefined {
  const type = isObject(spec.mark) ? spec.mark.type : spec.mark;
  return typeof type === "string" ? type : undefined;
}

/** The mark as an object. */
export function markOf(spec: JsonObject): JsonObject {
  if (!isObject(spec.mark)) spec.mark = { type: spec.mark };
  return spec.mark as JsonObject;
}

export function distinct(rows: Row[], field: string): Row[string][] {
  return [...new Set(rows.map((row) => row[field] ?? null))];
}

export function numbers(rows: Row[], field: string): number[] {
  return rows.map((row) => row[field]).filter((value): value is number => typeof value === "number");
}

/** The sum of a measure for each value of a field; a mean for means; without a measure the rows. */
export function totals(rows: Row[], field: string, measure: JsonObject): Map<Row[string], number> {
  const name = typeof measure.field === "string" ? unescapeField(measure.field) : undefined;
  const sums = new Map<Row[string], { sum: number; count: number }>();
  for (const row of rows) {
    const key = row[field] ?? null;
    const entry = sums.get(key) ?? { sum: 0, count: 0 };
    const value = name === undefined ? 1 : row[name];
    entry.sum += typeof value === "number" ? value : 0;
    entry.count += 1;
    sums.set(key, entry);
  }
  const isMean = ["mean", "average", "median"].includes(String(measure.aggregate));
  const isCount = measure.aggregate === "count";
  return new Map(
    [...sums].map(([key, { sum, count }]) => [key, isCount ? count : isMean ? sum / count : sum] as const),
  );
}
