import type { DrawContext, Drawing } from "./kinds/drawing.ts";
import { element, text } from "./svg.ts";
import { wrap } from "./text-width.ts";
import { type } from "./theme.ts";

/** Says in the picture itself why there is nothing to see. */
export function drawMessage(context: DrawContext, headline: string, detail: string): Drawing {
  const { colors, width } = context;
  const height = Math.max(120, Math.min(context.height ?? 180, 220));
  const lines = wrap(detail, width - 48, type.label, 2);
  const top = height / 2 - (lines.length * 18) / 2;
  const frame = element("rect", {
    x: 0.5,
    y: 0.5,
    width: width - 1,
    height: height - 1,
    rx: 6,
    fill: "none",
    stroke: colors.grid,
    "stroke-dasharray": "3 4",
  });
  const title = text(headline, width / 2, top, {
    fontSize: 14,
    fontWeight: 600,
    fill: colors.ink,
    anchor: "middle",
  });
  const body = lines.map((line, index) =>
    text(line, width / 2, top + 22 + index * 18, {
      fontSize: type.label,
      fill: colors.muted,
      anchor: "middle",
    }),
  );
  return { markup: frame + title + body.join(""), width, height, notes: [], marks: [] };
}
