import { DrawError, type DrawRequest, isObject } from "./draw-request.ts";
import { drawFrame, headHeight, marginOf, titleOf } from "./frame.ts";
import type { Outlets } from "./kinds/drawing.ts";
import { kinds } from "./kinds/registry.ts";
import { tokens } from "./theme.ts";

const defaultWidth = 680;
const minWidth = 160;
const maxWidth = 4000;

/**
 * Draws a chart as a self-contained SVG. It needs no page and no network, and the same request
 * gives the same bytes in the browser and on the server. With `paint`, thousands of shapes become pixels, and the place
 * where they belong is an element with `data-painting`; with `tell`, thousands of marks are told apart from the picture.
 */
export function drawSvg(request: DrawRequest, { paint, tell }: Outlets = {}): string {
  if (!Object.hasOwn(kinds, request.kind)) {
    throw new DrawError(`There is no kind "${request.kind}": use one of ${Object.keys(kinds).join(", ")}.`);
  }
  if (!isObject(request.spec)) throw new DrawError("The specification must be an object.");
  const colors = tokens[request.theme === "dark" ? "dark" : "light"];
  const width = Math.max(minWidth, Math.min(request.width ?? defaultWidth, maxWidth));
  const inner = width - 2 * marginOf(request);
  const drawing = kinds[request.kind]({
    spec: request.spec,
    data: request.data ?? { columns: [], rows: [] },
    theme: request.theme,
    colors,
    width: inner,
    height: request.height,
    mostHeight:
      request.mostHeight === undefined
        ? undefined
        : request.mostHeight - headHeight(request, inner) - 2 * marginOf(request),
    fillsHeight: request.fillsHeight,
    title: titleOf(request),
    isThumbnail: request.isThumbnail,
    hasMarks: request.hasMarks === true || (request.annotations?.length ?? 0) > 0,
    hasHandles: request.hasHandles,
    paint,
  });
  return drawFrame(request, drawing, { colors, width, tell });
}
