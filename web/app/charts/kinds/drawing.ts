import type { Cell, ChartData, ChartTheme, JsonObject } from "../draw-request.ts";
import type { Tokens } from "../theme.ts";

/** Input of a chart renderer, inside the frame. */
export interface DrawContext {
  spec: JsonObject;
  data: ChartData;
  theme: ChartTheme;
  colors: Tokens;
  /** The width inside the frame's margin. */
  width: number;
  /** The height to fill, where one was asked for. */
  height: number | undefined;
  /** The height that the place has room for; plots of many rows try to keep it. */
  mostHeight?: number | undefined;
  /** True where plots without rows are as high as `mostHeight`. */
  fillsHeight?: boolean | undefined;
  /** Title of the chart, if known. */
  title: string | undefined;
  /** True where the drawing is small and stands for the chart. */
  isThumbnail?: boolean | undefined;
  /** True where a user walks through the marks, or the drawing points at them. */
  hasMarks: boolean;
  /** True where a page edits what is drawn. */
  hasHandles?: boolean | undefined;
  /** Takes what is better drawn as pixels, where the place of the picture can show such. */
  paint?: Paint | undefined;
}

/** Is given a size in pixels of the drawing, and what draws there; words stay elements above it. */
export type Paint = (width: number, height: number, drawOn: (context: CanvasRenderingContext2D) => void) => void;

/** Outputs of a page for marks that would be too many SVG elements. */
export interface Outlets {
  paint?: Paint | undefined;
  /** Takes the marks of the whole picture, in its coordinates. */
  tell?: ((marks: Mark[]) => void) | undefined;
}

/** Output of a chart renderer: markup that starts at the origin. */
export interface Drawing {
  markup: string;
  width: number;
  height: number;
  /** Notes for the reader: omitted categories, missing values. */
  notes: string[];
  /** True where the drawing itself shows the chart's title. */
  showsTitle?: boolean | undefined;
  /** Says what a low place left out; the page offers to show it. */
  omitted?: string | undefined;
  /** Interactive marks in reading order. */
  marks: Mark[];
  /** Axes, legend entries and names, where a page edits them. */
  handles?: Handle[] | undefined;
  /** Absent where there are no axes, or several of one direction. */
  axes?: AxisPlaces | undefined;
}

/** Positions of values without a mark. */
export interface AxisPlaces {
  /** Plot area inside the axes. */
  area: { left: number; top: number; right: number; bottom: number };
  /** The distance from the drawing's origin along an axis; undefined beyond the axis. */
  place(axis: "x" | "y", value: Cell): number | undefined;
}

/** A part of a drawing that can be edited, besides its marks. */
export type Target =
  | { on: "axis"; channel: "x" | "y" }
  | { on: "legend" }
  /** A value by its name: in a legend, below an axis, at the end of a line. */
  | { on: "value"; channel: "x" | "y" | "color"; value: Cell }
  /** `from` is the middle of the place that it points at. */
  | { on: "annotation"; id: string; from: { x: number; y: number } };

/** Location and accessible name of an editable part. */
export interface Handle {
  target: Target;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bar, a point, a node: where it is and what it says, in words. */
export interface Mark {
  label: string;
  /** The values that it stands for, by column; none for what shows no row. */
  key?: Record<string, Cell>;
  /** Its values on both axes, where it has such. */
  at?: { x?: Cell; y?: Cell };
  x: number;
  y: number;
  width: number;
  height: number;
  /** The slice that it is; its place is then the middle of the slice. */
  slice?: RingSlice;
}

/** A part of a ring: angles clockwise from the top, in radians. */
export interface RingSlice {
  x: number;
  y: number;
  inner: number;
  outer: number;
  start: number;
  end: number;
}
