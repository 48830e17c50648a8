import type { JsonObject } from "../draw-request.ts";
import { wrap } from "../text-width.ts";
import { type } from "../theme.ts";
import { part } from "./encoding.ts";
import { calendarOrder } from "./order.ts";

const longest = 220;
/** Parts of the width that names may take: the larger one only where it saves lines. */
const shares = [0.38, 0.48];
/** Extra bar height for each additional line of a label. */
export const leading = 15;

/**
 * Names beside bars, dots and boxes: in a part of the width, the long ones in several lines. Gives how many lines the
 * longest has.
 */
export function wrapNames(
  names: JsonObject,
  labels: readonly string[],
  width: number,
  mostLines = labels.length > 14 ? 2 : 3,
): number {
  const axis = part(names, "axis");
  if (!axis) return 1;
  const linesIn = (room: number) =>
    Math.max(1, ...labels.map((label) => wrap(label, room, type.label, mostLines).length));
  const [usual = longest, wide = longest] = shares.map((share) => Math.floor(Math.min(longest, width * share)));
  const room = linesIn(usual) > 2 && linesIn(wide) < linesIn(usual) ? wide : usual;
  axis.labelLimit ??= room;
  if (axis.labelExpr !== undefined || axis.labelLimit !== room) return 1;
  const lines = linesIn(room);
  if (lines > 1) {
    axis.labelExpr = `portolanWrap(datum.label, ${room}, ${mostLines})`;
    // Vega hangs the further lines below the first; all of them stand beside the bar's middle.
    axis.encoding = {
      labels: { update: { dy: { signal: `(1 - length(${axis.labelExpr})) * ${(type.label + 2) / 2}` } } },
    };
  }
  return lines;
}

/** Months and weekdays in three letters, which stand below bars where whole words do not. */
export function shortenCalendar(names: JsonObject, labels: readonly string[], band: number): boolean {
  const axis = part(names, "axis");
  if (!axis || axis.labelExpr !== undefined || band < 32 || !calendarOrder([...labels])) return false;
  axis.labelExpr = 'datum.label === "(missing)" ? datum.label : slice(datum.label, 0, 3)';
  return true;
}
