import type { PageDrawing } from "./draw-client";
import { shiftOf } from "./marks";
import { stripSvg } from "./strip-svg";

/** Puts a drawing into its place, what is painted below its words; gives the element, where it is a drawing. */
export function showDrawing(place: HTMLElement, { svg: markup, painting }: PageDrawing): SVGSVGElement | undefined {
  const svg = stripSvg(markup);
  if (!svg) return undefined;
  svg.style.cssText = "display:block;position:relative;max-width:100%;height:auto;overflow:visible";
  const frame = svg.querySelector("[data-painting]");
  if (painting && frame) place.replaceChildren(painted(svg, frame, painting));
  else place.replaceChildren(svg);
  return svg;
}

/** As large as the drawing, however small that is shown. */
function painted(svg: SVGSVGElement, frame: Element, painting: ImageBitmap): HTMLElement {
  const canvas = document.createElement("canvas");
  canvas.width = painting.width;
  canvas.height = painting.height;
  // A copy: the drawing is remembered, and shown again.
  canvas.getContext("2d")?.drawImage(painting, 0, 0);
  const value = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);
  const shift = shiftOf(frame);
  const percent = (part: number, side: "width" | "height") => `${(100 * part) / (value(svg, side) || 1)}%`;
  canvas.style.cssText = "position:absolute";
  canvas.style.left = percent(shift.x, "width");
  canvas.style.top = percent(shift.y, "height");
  canvas.style.width = percent(value(frame, "width"), "width");
  canvas.style.height = percent(value(frame, "height"), "height");
  const sheet = document.createElement("div");
  sheet.style.cssText = `position:relative;width:${value(svg, "width")}px;max-width:100%`;
  sheet.append(canvas, svg);
  return sheet;
}
