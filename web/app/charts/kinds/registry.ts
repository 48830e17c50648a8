import type { ChartKind } from "../../stream/blocks.ts";
import type { DrawContext, Drawing } from "./drawing.ts";
import { drawFlow } from "./flow.ts";
import { drawMetric } from "./metric.ts";
import { drawMindmap } from "./mindmap.ts";
import { drawPlot } from "./plot.ts";
import { drawTable } from "./table.ts";
import { drawTimeline } from "./timeline.ts";

/** How each kind of the registry is drawn; the compiler finds one that is missing. */
export const kinds: Record<ChartKind, (context: DrawContext) => Drawing> = {
  plot: drawPlot,
  table: drawTable,
  metric: drawMetric,
  mindmap: drawMindmap,
  flow: drawFlow,
  timeline: drawTimeline,
};
