import { getViewportForBounds, type Viewport } from "@xyflow/react";
import type { Rect } from "../core/arrange";

export const minZoom = 0.05;

/** Zoom at which text on a board can be read. */
const readableZoom = 0.75;

/** Room for the bars that lie above and below the sheet, so that they cover nothing when all of it is in view. */
export const sheetPadding = { top: "76px", right: "28px", bottom: "84px", left: "28px" } as const;

/** Returns the viewport that shows everything, or where that would be too small to read, its beginning. */
export function firstViewOf(around: Rect, { width, height }: { width: number; height: number }): Viewport {
  const whole = getViewportForBounds(around, width, height, minZoom, 1, sheetPadding);
  if (whole.zoom >= readableZoom) return whole;
  const [left, top] = [Number.parseFloat(sheetPadding.left), Number.parseFloat(sheetPadding.top)];
  const isNarrow = around.width * readableZoom <= width - 2 * left;
  return {
    x: isNarrow ? width / 2 - (around.x + around.width / 2) * readableZoom : left - around.x * readableZoom,
    y: top - around.y * readableZoom,
    zoom: readableZoom,
  };
}
