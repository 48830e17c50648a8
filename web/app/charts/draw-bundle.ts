import world from "world-atlas/countries-110m.json";
import type { DrawRequest } from "./draw-request.ts";
import { drawSvg } from "./draw-svg.ts";
import { provideWorld } from "./map/world.ts";
import { vegaFile, vegaLiteFile } from "./vega-lite-file.ts";

provideWorld(world);

/** Entry points of the server's drawing bundle: take a request as JSON, return an SVG, or a specification as JSON. */
(globalThis as Record<string, unknown>).portolanDraw = {
  drawSvg: (requestJson: string): string => drawSvg(JSON.parse(requestJson) as DrawRequest),
  vegaLiteFile: (requestJson: string): string => JSON.stringify(vegaLiteFile(JSON.parse(requestJson) as DrawRequest)),
  vegaFile: (requestJson: string): string => JSON.stringify(vegaFile(JSON.parse(requestJson) as DrawRequest)),
};
