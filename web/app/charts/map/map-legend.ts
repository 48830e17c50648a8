import type { DrawContext } from "../kinds/drawing.ts";
import { mapLegend as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, truncate } from "../text-width.ts";
import { type } from "../theme.ts";
import type { ColorClass } from "./classes.ts";

const swatch = 12;
const rowHeight = 20;
const longest = 150;

/** Swatches with their words in as many rows as they need, above the map. */
export function drawLegend(
  classes: ColorClass[],
  title: string | undefined,
  hasMissing: boolean,
  context: DrawContext,
) {
  const { colors, width } = context;
  const items = hasMissing ? [...classes, { color: colors.rule, label: strings.noData }] : classes;
  const parts: string[] = [];
  let y = 0;
  if (title !== undefined) {
    parts.push(text(truncate(title, width, type.label), 0, 12, { fontSize: type.label, fill: colors.muted }));
    y += rowHeight;
  }
  let x = 0;
  for (const { color, label } of items) {
    const written = truncate(label, longest, type.label);
    const room = swatch + 6 + textWidth(written, type.label) + 16;
    if (x > 0 && x + room - 16 > width) {
      x = 0;
      y += rowHeight;
    }
    parts.push(element("rect", { x, y: y + 1.5, width: swatch, height: swatch, rx: 2, fill: color }));
    parts.push(text(written, x + swatch + 6, y + 12, { fontSize: type.label, fill: colors.muted }));
    x += room;
  }
  return { markup: parts.join(""), height: y + rowHeight + 10 };
}
