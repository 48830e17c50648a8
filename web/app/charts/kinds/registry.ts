import type { ChartKind } from "../draw-request.ts";
import type { DrawContext, Drawing } from "./drawing.ts";
import { drawPlot } from "./plot.ts";
import { drawTable } from "./table.ts";

/** How each kind of chart is drawn; nothing else lists the kinds. */
export const kinds: Partial<Record<ChartKind, (context: DrawContext) => Drawing>> = {
  plot: drawPlot,
  table: drawTable,
};
