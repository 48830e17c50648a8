import type { CSSProperties } from "react";
import { colors as text } from "./strings";

/** The six colours of JSON Canvas, by name. */
export const presetColors = [
  { color: "1", title: text.red },
  { color: "2", title: text.orange },
  { color: "3", title: text.yellow },
  { color: "4", title: text.green },
  { color: "5", title: text.cyan },
  { color: "6", title: text.purple },
] as const;

/** A colour of a node or an edge as CSS, in the theme that is shown; undefined for none. */
export function cssColor(color: string | undefined): string | undefined {
  if (color === undefined) return undefined;
  return /^[1-6]$/.test(color) ? `var(--board-${color})` : color;
}

/** The tint that a coloured node's parts take. */
export function tint(color: string | undefined): CSSProperties {
  return { "--tint": cssColor(color) } as CSSProperties;
}
