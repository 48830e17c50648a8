import type { Cell, ColumnType, DataColumn } from "../contract/types.ts";
import type { ChartKind } from "../stream/blocks.ts";

export type ChartTheme = "light" | "dark";

export type { Cell, ColumnType, DataColumn };

/**
 * Rows in the order of `columns`. Dates are `YYYY-MM-DD`, date-times `YYYY-MM-DDTHH:MM:SS[.fff]`, integers beyond 2^53
 * strings.
 */
export interface ChartData {
  columns: DataColumn[];
  rows: Cell[][];
}

/** A remark: at values of the axes, or at the mark that stands for these values. */
export interface Annotation {
  id: string;
  at: { x?: Cell; y?: Cell } | { key: Record<string, Cell> };
  text: string;
  /** From the middle of its place to the middle of the text, in pixels, where an author moved it. */
  offset?: { x: number; y: number };
}

/** Everything that a picture depends on: the same request gives the same bytes everywhere. */
export interface DrawRequest {
  kind: ChartKind;
  /** For `plot` a Vega-Lite specification whose data is named `rows`. */
  spec: JsonObject;
  data: ChartData | null;
  theme: ChartTheme;
  /** In CSS pixels; the height follows from the content where it is not given. */
  width?: number;
  height?: number;
  /** The height that the place has room for, which plots of many rows try to keep; a page's alone. */
  mostHeight?: number;
  /** Makes plots without rows as high as `mostHeight`, for a card that would be empty below. */
  fillsHeight?: boolean;
  /** Drawn above the chart; left out where the page already shows it. */
  title?: string;
  subtitle?: string;
  /** For those who cannot see the chart. */
  description?: string;
  /** Source line drawn below the chart. */
  source?: string;
  annotations?: readonly Annotation[];
  /** Without margin and background, for a page that has its own. */
  isBare?: boolean;
  /** Without title, subtitle and background, for a list that names the chart beside the picture. */
  isThumbnail?: boolean;
  /** With a symbol over every mark that says in words what it shows, for a page that walks through them. */
  hasMarks?: boolean;
  /** With a symbol over every axis, legend entry, name and annotation, for a page that edits them. */
  hasHandles?: boolean;
}

export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Says what is wrong with a chart in a sentence for the person, or the model, that made it. */
export class DrawError extends Error {
  override name = "DrawError";
}
