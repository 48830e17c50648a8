import type { ChartKind } from "../../stream/blocks";
import type { Annotation, Cell, ChartData, ColumnType, DrawRequest, JsonObject } from "../draw-request";
import { isObject } from "../draw-request";
import { readWidth, widths } from "../editing/plot-options";
import { asTable } from "../kinds/as-table";

/** A chart as a block of a chat or as the API gives it. */
export interface ShownChart {
  chartId: string;
  version: number;
  kind: ChartKind;
  title: string;
  description: string;
  spec: unknown;
  data: { columns: { name: string; type: string }[]; rows: unknown[][]; truncated: boolean } | null;
  query: { sql: string; sourceIds: string[]; rowCount: number; tookMs: number } | null;
  encodingNotes: string[];
  annotations?: readonly Annotation[];
}

export interface Place {
  theme: DrawRequest["theme"];
  width: number;
  /** Of a thumbnail, which is not walked through. */
  height?: number | undefined;
  /** The height that the place has room for. */
  mostHeight?: number | undefined;
  /** True where plots are as high as that. */
  fillsHeight?: boolean | undefined;
  /** True once a user is at the chart: the marks of many rows are told only then. */
  isWalked?: boolean;
  /** True where the parts of the drawing are edited. */
  hasHandles?: boolean;
}

/** Drawing request of this chart for a page, which shows the title itself. */
export function requestFor(
  chart: ShownChart,
  { theme, width, height, mostHeight, fillsHeight, isWalked = false, hasHandles = false }: Place,
): DrawRequest {
  const own = height === undefined ? readWidth(specOf(chart)) : undefined;
  const data = chart.data && chartData(chart);
  return {
    kind: chart.kind,
    spec: specOf(chart),
    data,
    title: chart.title,
    theme,
    width: own === undefined ? width : Math.min(width, widths[own]),
    height,
    ...(mostHeight !== undefined && { mostHeight }),
    ...(mostHeight !== undefined && fillsHeight && { fillsHeight }),
    isBare: true,
    hasMarks: height === undefined && (isWalked || !hasManyRows(chart)),
    ...(hasHandles && { hasHandles }),
    ...(height === undefined && chart.annotations?.length && { annotations: chart.annotations }),
  };
}

/** Whether telling every mark takes longer than drawing them. */
function hasManyRows({ data }: ShownChart): boolean {
  return (data?.rows.length ?? 0) > manyRows;
}

const manyRows = 1_500;

function specOf(chart: ShownChart): JsonObject {
  return isObject(chart.spec) ? chart.spec : {};
}

/** The rows, with what is no value of a table read as missing; what a chart without rows says, as rows. */
export function chartData(chart: ShownChart): ChartData | null {
  if (!chart.data) return asTable(chart.kind, specOf(chart), chart.title);
  return {
    columns: chart.data.columns.map(({ name, type }) => ({ name, type: columnType(type) })),
    rows: chart.data.rows.map((row) => row.map(cell)),
  };
}

const columnTypes: readonly string[] = ["string", "number", "integer", "boolean", "date", "datetime"];

function columnType(type: string): ColumnType {
  return columnTypes.includes(type) ? (type as ColumnType) : "string";
}

function cell(value: unknown): Cell {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
