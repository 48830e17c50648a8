import world from "world-atlas/countries-110m.json";
import type { DrawRequest } from "./draw-request.ts";
import { drawSvg } from "./draw-svg.ts";
import { provideWorld } from "./map/world.ts";

provideWorld(world);

/** What the bundle for the server's engine defines: a request as JSON in, an SVG out. */
(globalThis as Record<string, unknown>).portolanDraw = {
  drawSvg: (requestJson: string): string => drawSvg(JSON.parse(requestJson) as DrawRequest),
};
