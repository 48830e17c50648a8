import world from "world-atlas/countries-110m.json";
import type { DrawRequest } from "./draw-request.ts";
import { drawSvg } from "./draw-svg.ts";
import { provideWorld } from "./map/world.ts";

provideWorld(world);

/** Entry point of the server's drawing bundle: takes a request as JSON, returns an SVG. */
(globalThis as Record<string, unknown>).portolanDraw = {
  drawSvg: (requestJson: string): string => drawSvg(JSON.parse(requestJson) as DrawRequest),
};
