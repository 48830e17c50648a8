import type { ChartData, ChartTheme, JsonObject } from "../draw-request.ts";
import type { Tokens } from "../theme.ts";

/** What a kind of chart is given to draw, inside the frame. */
export interface DrawContext {
  spec: JsonObject;
  data: ChartData;
  theme: ChartTheme;
  colors: Tokens;
  /** The width inside the frame's margin. */
  width: number;
  /** The height to fill, where one was asked for. */
  height: number | undefined;
}

/** What a kind of chart drew: markup that starts at the origin. */
export interface Drawing {
  markup: string;
  width: number;
  height: number;
  /** What the reader must know: categories that were left out, values that are missing. */
  notes: string[];
}
