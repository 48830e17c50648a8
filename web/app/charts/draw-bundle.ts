import type { DrawRequest } from "./draw-request.ts";
import { drawSvg } from "./draw-svg.ts";

/** What the bundle for the server's engine defines: a request as JSON in, an SVG out. */
(globalThis as Record<string, unknown>).portolanDraw = {
  drawSvg: (requestJson: string): string => drawSvg(JSON.parse(requestJson) as DrawRequest),
};
