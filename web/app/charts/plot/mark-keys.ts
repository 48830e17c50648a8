import { type Cell, type ColumnType, isObject, type JsonObject } from "../draw-request.ts";
import type { Mark } from "../kinds/drawing.ts";
import { channelDefinitions, columnType, isMeasure, plainField, unescapeField, visitObjects } from "./encoding.ts";
import type { Scene } from "./scene.ts";

/** Which row, or which rows, a mark stands for. */
export type MarkKeys = (datum: unknown) => Pick<Mark, "key" | "at">;

/** Identifies marks by the dividing columns, such as names and dates, and by their measures where these are not enough. */
export function markKeys(scene: Scene): MarkKeys {
  const dividing = new Map<string, ColumnType>();
  const measures = new Map<string, ColumnType>();
  const axes: Partial<Record<"x" | "y", string>> = {};
  /** Names that Vega-Lite gives to the beginning of a date's month, quarter or year. */
  const periods = new Map<string, string>();
  visitObjects(scene.spec, (object) => {
    for (const [channel, definition] of channelDefinitions(object.encoding)) {
      const field = plainField(definition) ?? datedField(definition);
      const type = field === undefined ? undefined : columnType(scene, field);
      if (field === undefined || type === undefined) continue;
      if (typeof definition.timeUnit === "string") periods.set(field, `${definition.timeUnit}_${field}`);
      if (divides(channel, definition)) dividing.set(field, type);
      else if (isMeasure(definition)) measures.set(field, type);
      if (channel === "x" || channel === "y") axes[channel] ??= field;
    }
  });
  // Points of one color or name are told apart by where they are.
  const columns = areUnique(scene, [...dividing.keys()]) ? dividing : new Map([...dividing, ...measures]);
  return (datum) => {
    if (!isObject(datum)) return {};
    const key: Record<string, Cell> = {};
    for (const [field, type] of columns) {
      const cell = asCell(datum[field] ?? datum[periods.get(field) ?? field], type);
      if (cell !== undefined) key[field] = originalOf(scene, field, cell);
    }
    const at: Mark["at"] = {};
    for (const axis of ["x", "y"] as const) {
      const field = axes[axis];
      const value = field === undefined ? undefined : (datum[field] ?? datum[periods.get(field) ?? field]);
      const cell = field === undefined ? undefined : asCell(value, columnType(scene, field) ?? "string");
      if (cell !== undefined) at[axis] = cell;
    }
    return { ...(Object.keys(key).length > 0 && { key }), ...(Object.keys(at).length > 0 && { at }) };
  };
}

/** Whether the values of these columns name each row; no columns name none. */
function areUnique(scene: Scene, columns: readonly string[]): boolean {
  if (columns.length === 0) return false;
  const named = new Set(scene.rows.map((row) => JSON.stringify(columns.map((column) => row[column]))));
  return named.size === scene.rows.length;
}

/** Returns a value as the query gave it, whatever an author renamed it to. */
function originalOf(scene: Scene, field: string, cell: Cell): Cell {
  return (typeof cell === "string" ? scene.renames.get(field)?.get(cell) : undefined) ?? cell;
}

/** The column of a date that is shown by its month, quarter or year. */
function datedField({ field, timeUnit, aggregate }: JsonObject): string | undefined {
  return typeof field === "string" && timeUnit !== undefined && !aggregate ? unescapeField(field) : undefined;
}

/** Labels and tooltips say more of a mark, they do not tell it from others. */
function divides(channel: string, definition: JsonObject): boolean {
  if (["text", "tooltip", "description", "order", "detail"].includes(channel)) return false;
  return definition.type === "nominal" || definition.type === "ordinal" || definition.type === "temporal";
}

/** Times are milliseconds in the drawing, and ISO text in rows. */
function asCell(value: unknown, type: ColumnType): Cell | undefined {
  if (value instanceof Date) return asCell(value.getTime(), type);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const isTime = (type === "date" || type === "datetime") && Math.abs(value) <= 8.64e15;
  if (!isTime) return value;
  const written = new Date(value).toISOString();
  return type === "date" ? written.slice(0, 10) : written.slice(0, 19);
}
