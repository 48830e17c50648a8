import type { ChartKind } from "../../stream/blocks.ts";
import type { ColumnType, DataColumn, JsonObject } from "../draw-request.ts";
import { escapeField } from "../plot/encoding.ts";
import { humanName } from "../plot/prepare.ts";
import type { ChartDocument } from "./document.ts";
import { typeOf } from "./plot-form.ts";

/** A table that a chart can begin with. */
export interface StartTable {
  id: string;
  /** As SQL names it. */
  name: string;
  rowCount: number;
  columns: { name: string; type: ColumnType; distinct: number }[];
}

/** A query answers with this many rows at most; larger tables begin with a summary. */
const mostRows = 5_000;

/** A first chart of a table, to go on from: its first number by its first date or category. */
export function startWithTable(table: StartTable): ChartDocument {
  const measure = table.columns.find(
    (column) => isNumber(column) && column.distinct > 2 && !/(^|_)(id|year)$/i.test(column.name),
  );
  const time = table.columns.find(({ type }) => type === "date" || type === "datetime");
  const isCategory = ({ type, distinct }: StartTable["columns"][number]) =>
    type === "string" && distinct > 1 && distinct <= 60;
  const dimension = time ?? table.columns.find(isCategory) ?? table.columns.find((column) => column !== measure);
  const subject = measure ? humanName(measure.name) : "Number of rows";
  const by = dimension ? ` by ${humanName(dimension.name).toLowerCase()}` : "";
  return {
    kind: "plot",
    title: `${subject}${by}`,
    description: "",
    typed: null,
    annotations: [],
    ...(table.rowCount <= mostRows ? wholeTable(table, dimension, measure) : summary(table, dimension, measure)),
  };
}

type Column = DataColumn | undefined;

function wholeTable(
  { id, name }: StartTable,
  dimension: Column,
  measure: Column,
): Pick<ChartDocument, "spec" | "query"> {
  const y: JsonObject = measure
    ? { field: escapeField(measure.name), aggregate: "sum", type: "quantitative" }
    : { aggregate: "count", type: "quantitative" };
  return {
    query: { sql: `SELECT * FROM ${quoted(name)}`, sourceIds: [id] },
    spec: { mark: markFor(dimension), encoding: { ...(dimension && { x: channelOf(dimension) }), y } },
  };
}

function summary({ id, name }: StartTable, dimension: Column, measure: Column): Pick<ChartDocument, "spec" | "query"> {
  const total = measure ? `SUM(${quoted(measure.name)})` : "COUNT(*)";
  const as = measure?.name ?? "rows";
  const by = dimension && quoted(dimension.name);
  const sql = by
    ? `SELECT ${by}, ${total} AS ${quoted(as)}\nFROM ${quoted(name)}\nGROUP BY ${by}\nORDER BY ${by}`
    : `SELECT ${total} AS ${quoted(as)} FROM ${quoted(name)}`;
  return {
    query: { sql, sourceIds: [id] },
    spec: {
      mark: markFor(dimension),
      encoding: { ...(dimension && { x: channelOf(dimension) }), y: { field: escapeField(as), type: "quantitative" } },
    },
  };
}

function markFor(dimension: Column): string {
  return dimension?.type === "date" || dimension?.type === "datetime" ? "line" : "bar";
}

function channelOf({ name, type }: DataColumn): JsonObject {
  return { field: escapeField(name), type: typeOf(type) };
}

function isNumber({ type }: { type: ColumnType }): boolean {
  return type === "number" || type === "integer";
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Starter specification of another chart type over the same columns. */
export function startSpec(kind: ChartKind, columns: readonly DataColumn[], title: string): JsonObject {
  const measure = columns.find(isNumber);
  const other = columns.find((column) => column !== measure);
  switch (kind) {
    case "plot":
      return {
        mark: markFor(other),
        encoding: {
          ...(other && { x: channelOf(other) }),
          y: measure ? { ...channelOf(measure) } : { aggregate: "count", type: "quantitative" },
        },
      };
    case "metric":
      return measure ? { value: measure.name } : {};
    case "table":
      return {};
    case "mindmap":
      return { outline: `# ${title || "Subject"}\n\n- First part\n- Second part\n` };
    case "flow":
      return {
        nodes: [
          { id: "start", label: "Start" },
          { id: "end", label: "End" },
        ],
        edges: [{ source: "start", target: "end" }],
      };
    case "timeline":
      return { events: [{ date: "2024-01-01", label: "First event" }] };
  }
}
