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
  /** Title of the chart, if known. */
  title: string | undefined;
  /** True where a user walks through the marks, or the drawing points at them. */
  hasMarks: boolean;
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
  /** Interactive marks in reading order. */
  marks: Mark[];
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
}
