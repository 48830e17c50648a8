import type { DrawContext, Handle } from "../kinds/drawing.ts";
import { handles as handleStrings, mapLegend as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, truncate } from "../text-width.ts";
import { type } from "../theme.ts";
import type { ColorClass } from "./classes.ts";

const swatch = 12;
const rowHeight = 20;
const longest = 150;

export interface MapLegend {
  title: string | undefined;
  /** Whether each entry is a value of the rows; otherwise a range of numbers. */
  hasValues: boolean;
  hasMissing: boolean;
}

/** Swatches with their words in as many rows as they need, above the map. */
export function drawLegend(
  classes: ColorClass[],
  { title, hasValues, hasMissing }: MapLegend,
  context: DrawContext,
): { markup: string; height: number; handles: Handle[] } {
  const { colors, width } = context;
  const items = hasMissing ? [...classes, { color: colors.rule, label: strings.noData }] : classes;
  const parts: string[] = [];
  const entries: Handle[] = [];
  let widest = title === undefined ? 0 : Math.min(width, textWidth(title, type.label));
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
    if (hasValues && classes.some((each) => each.label === label)) {
      const target = { on: "value", channel: "color", value: label } as const;
      entries.push({ target, label, x, y, width: room - 16, height: rowHeight - 4 });
    }
    x += room;
    widest = Math.max(widest, x - 16);
  }
  const whole: Handle = {
    target: { on: "legend" },
    label: handleStrings.legend,
    x: 0,
    y: 0,
    width: widest,
    height: y + rowHeight - 4,
  };
  return { markup: parts.join(""), height: y + rowHeight + 10, handles: [whole, ...entries] };
}
