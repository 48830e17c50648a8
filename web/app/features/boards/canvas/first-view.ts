import { getViewportForBounds, type Viewport } from "@xyflow/react";
import type { Rect } from "../core/arrange";

export const minZoom = 0.05;

/** Zoom at which text on a board can be read. */
const readableZoom = 0.75;

/** Height of the bar with the tools, in pixels; the sheet ends above it. */
export const barHeight = 54;

/** Room for the bar that lies above the sheet, so that it covers nothing when all of the sheet is in view. */
export const sheetPadding = { top: "76px", right: "28px", bottom: "28px", left: "28px" } as const;

/**
 * How the sheet moves to what it is to show. The default way zooms out until both ends are in sight: panning that
 * interrupted it would leave the sheet too small to read. A straight way never leaves the zooms of its ends.
 */
export const sheetMotion = { duration: 150, interpolate: "linear" } as const;

/** Returns the viewport that shows everything, or where that would be too small to read, all columns or as many as can be read. */
export function firstViewOf(around: Rect, { width, height }: { width: number; height: number }): Viewport {
  const whole = getViewportForBounds(around, width, height, minZoom, 1, sheetPadding);
  if (whole.zoom >= readableZoom) return whole;
  const [left, top] = [Number.parseFloat(sheetPadding.left), Number.parseFloat(sheetPadding.top)];
  const room = width - 2 * left;
  const zoom = Math.min(Math.max(room / Math.max(around.width, 1), readableZoom), 1);
  const isNarrow = around.width * zoom <= room;
  return {
    x: isNarrow ? width / 2 - (around.x + around.width / 2) * zoom : left - around.x * zoom,
    y: top - around.y * zoom,
    zoom,
  };
}
