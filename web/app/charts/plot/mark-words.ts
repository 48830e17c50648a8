import { isObject, type JsonObject } from "../draw-request.ts";
import { formatInText } from "../numbers.ts";
import { isShare } from "./axes.ts";
import { dateText, granularity } from "./dates.ts";
import { channelDefinitions, columnType, distinct, isMeasure, numbers, plainField, visitObjects } from "./encoding.ts";
import { humanName } from "./prepare.ts";
import type { Scene } from "./scene.ts";

/** Puts what Vega says of a mark into words for people. */
export type MarkWords = (description: string, datum: unknown) => string;

type Write = (value: unknown) => string | undefined;

/** Parts of Vega's own making, such as the edges of a box. */
const internal = /^(?:upper|lower)_|^__/;

/** Dates as the axis writes them, numbers as the rows have them, each thing once. */
export function markWords(scene: Scene): MarkWords {
  const writers = new Map<string, { field: string; write: Write }>();
  visitObjects(scene.spec, (object) => {
    for (const [, definition] of channelDefinitions(object.encoding)) {
      const field = plainField(definition);
      const write = field === undefined ? undefined : writerOf(scene, field, definition);
      if (field === undefined || !write) continue;
      for (const name of namesOf(definition, field)) writers.set(name.toLowerCase(), { field, write });
    }
  });
  return (description, datum) => {
    const seen = new Set<string>();
    const parts = description.split("; ").flatMap((part) => {
      const [name = "", ...rest] = part.split(": ");
      const key = name.toLowerCase();
      if (internal.test(name) || seen.has(key)) return [];
      seen.add(key);
      const writer = writers.get(key);
      const written = writer && isObject(datum) ? writer.write(datum[writer.field]) : undefined;
      return rest.length === 0 ? [part] : [`${humanName(name)}: ${written ?? rest.join(": ")}`];
    });
    return parts.join("; ").replace(/\s+/g, " ").trim();
  };
}

function writerOf(scene: Scene, field: string, definition: JsonObject): Write | undefined {
  const column = columnType(scene, field);
  if (column === "date" || column === "datetime") {
    const times = distinct(scene.rows, field).filter((value): value is number => typeof value === "number");
    const unit = granularity(times);
    return (value) => {
      const time = value instanceof Date ? value.getTime() : value;
      return typeof time === "number" ? dateText(time, unit) : undefined;
    };
  }
  if (column !== "number" && column !== "integer") return undefined;
  // Of a chart's own formats, such as percent, the words keep what Vega writes; a part of a hundred percent is told by its value.
  const values = numbers(scene.rows, field);
  const isOwn = isObject(definition.axis) && definition.axis.format !== undefined;
  if (definition.stack !== "normalize" && (!isMeasure(definition) || isOwn || isShare(field, values))) return undefined;
  return (value) => (typeof value === "number" ? formatInText(value) : undefined);
}

function namesOf(definition: JsonObject, field: string): string[] {
  const axis = isObject(definition.axis) ? definition.axis.title : undefined;
  return [field, humanName(field), definition.title, axis].filter((name) => typeof name === "string");
}
