import type { DrawRequest } from "./draw-request.ts";
import { drawSvg } from "./draw-svg.ts";
import type { Outlets } from "./kinds/drawing.ts";
import { isMap } from "./map/map-spec.ts";
import { loadWorld } from "./map/world.ts";

/** Draws a chart on a page, which loads the shapes of the world with the first map. */
export async function drawLoaded(request: DrawRequest, outlets?: Outlets): Promise<string> {
  if (request.kind === "plot" && isMap(request.spec)) await loadWorld();
  return drawSvg(request, outlets);
}
