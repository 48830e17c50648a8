import type { ChartData, ChartTheme, JsonObject } from "../draw-request.ts";
import type { Paint } from "../kinds/drawing.ts";
import type { Row } from "../rows.ts";
import type { Tokens } from "../theme.ts";

/** A plot on its way to the picture: each step of its polish changes it in place. */
export interface Scene {
  spec: JsonObject;
  data: ChartData;
  rows: Row[];
  theme: ChartTheme;
  colors: Tokens;
  /** The room that there is. */
  width: number;
  /** The height to fill: what was asked for, or what a step found fitting. */
  height: number | undefined;
  /** True where a user asked for this very height. */
  isHeightFixed: boolean;
  /** True where the drawing is small and stands for the chart. */
  isThumbnail: boolean;
  /** The pixels that lying bars of a panel need so that none of their names overlap. */
  leastPanel: number | undefined;
  /** The height that plots of many rows try to keep, so that they are seen as a whole. */
  mostHeight: number | undefined;
  /** True where plots without rows are that high. */
  fillsHeight: boolean;
  /** The chart's title, also where the page shows it: what it names is highlighted. */
  title: string | undefined;
  notes: string[];
  /** Says what a low place leaves out, which the page can show on request. */
  omitted: string | undefined;
  /** Values' names in the rows by column, as an author renamed them. */
  renames: Map<string, ReadonlyMap<string, string>>;
  /** Colors that an author chose for values of a column; other values have their automatic ones. */
  chosenColors: Map<string, ReadonlyMap<Row[string], string>>;
  /** Whether marks carry their values; undefined where the drawing decides. */
  labels: "all" | "none" | undefined;
  /** True where a line joins the points of a name. */
  hasRanges: boolean;
  /** True where standing bars were laid down, so that the axes of the specification changed places. */
  isSwapped: boolean;
  /** True where a user walks through the marks. */
  hasMarks: boolean;
  /** True where a page edits what is drawn. */
  hasHandles: boolean;
  paint: Paint | undefined;
}
