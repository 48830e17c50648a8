import { type Cell, isObject, type Json, type JsonObject } from "../draw-request.ts";
import { readTime } from "../rows.ts";
import { columnType, unescapeField } from "./encoding.ts";
import type { Scene } from "./scene.ts";

/** New names of a column's values, by their old ones. */
export type Names = ReadonlyMap<string, string>;

/**
 * Carries out the first transforms of a specification as far as they only pick rows or rename values: what comes after
 * them, such as the order of bars or the colors of lines, follows from the rows that are left. The others stay for
 * Vega-Lite.
 */
export function applyRowChoices(scene: Scene) {
  const { transform } = scene.spec;
  if (!Array.isArray(transform)) return;
  let done = 0;
  for (const step of transform) {
    if (!isObject(step) || !applyStep(scene, step)) break;
    done += 1;
  }
  if (done === transform.length) delete scene.spec.transform;
  else scene.spec.transform = transform.slice(done);
}

function applyStep(scene: Scene, step: JsonObject): boolean {
  const picked = readFilter(step);
  if (picked) {
    const meant = new Set(picked.values.map((value) => plain(asRowValue(scene, picked.field, value))));
    scene.rows = scene.rows.filter((row) => meant.has(plain(row[picked.field] ?? null)) === picked.isKept);
    return true;
  }
  const renamed = readRename(step);
  if (!renamed) return false;
  const { field, names } = renamed;
  for (const row of scene.rows) {
    const value = row[field];
    if (typeof value === "string") row[field] = names.get(value) ?? value;
  }
  scene.renames.set(field, new Map([...names].map(([old, name]) => [name, old])));
  return true;
}

/** Rows as a specification picks them by the values of a column. */
export interface RowFilter {
  field: string;
  values: Cell[];
  /** False where the rows with these values are left out. */
  isKept: boolean;
}

/** Returns what a transform picks; undefined where it does anything else. */
export function readFilter(step: Json | undefined): RowFilter | undefined {
  if (!isObject(step) || Object.keys(step).length !== 1 || !isObject(step.filter)) return undefined;
  const { filter } = step;
  const isKept = filter.not === undefined;
  const test = isKept ? filter : filter.not;
  if (!isObject(test) || typeof test.field !== "string" || !Array.isArray(test.oneOf)) return undefined;
  if (Object.keys(test).length !== 2 || (!isKept && Object.keys(filter).length !== 1)) return undefined;
  const values = test.oneOf.filter((value): value is Cell => !isObject(value) && !Array.isArray(value));
  return { field: unescapeField(test.field), values, isKept };
}

const renameExpression = /^\((\{.*\})\)\[datum\[("(?:[^"\\]|\\.)*")\]\] \|\| datum\[("(?:[^"\\]|\\.)*")\]$/s;

/** Returns the names that a transform gives to the values of a column; undefined where it does anything else. */
export function readRename(step: Json | undefined): { field: string; names: Names } | undefined {
  if (!isObject(step) || typeof step.calculate !== "string" || typeof step.as !== "string") return undefined;
  const [, names, from, to] = renameExpression.exec(step.calculate) ?? [];
  if (names === undefined || from !== to || from === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(names);
    const field: unknown = JSON.parse(from);
    if (!isObject(read) || field !== step.as) return undefined;
    const pairs = Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === "string");
    return { field: step.as, names: new Map(pairs) };
  } catch {
    return undefined;
  }
}

/** Writes the transform that `readRename` reads. */
export function writeRename(field: string, names: Names): JsonObject {
  const at = `datum[${JSON.stringify(field)}]`;
  return { calculate: `(${JSON.stringify(Object.fromEntries(names))})[${at}] || ${at}`, as: field };
}

function asRowValue(scene: Scene, field: string, value: Cell): Cell {
  const type = columnType(scene, field);
  return (type === "date" || type === "datetime") && typeof value === "string" ? readTime(value) : value;
}

/** Marks have names for what is missing, which rows do not have yet. */
function plain(value: Cell): string {
  if (value === null) return "(missing)";
  if (value === "") return "(empty)";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
}
