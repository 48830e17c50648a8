import type { Locator } from "../stream/blocks.ts";
import { formatCount } from "../util/format.ts";
import { clockTime } from "./durations.ts";
import { place as text } from "./strings";

/** The place in a source in a few words: "page 3", "rows 1–12", "1:05"; empty for the whole of it. */
export function placeOf({ page, rowRange, startMs }: Locator): string {
  if (page !== undefined) return text.page(formatCount(page));
  if (rowRange !== undefined) {
    const { start, end } = rowRange;
    return start === end ? text.row(formatCount(start)) : text.rows(formatCount(start), formatCount(end));
  }
  return startMs === undefined ? "" : clockTime(startMs);
}
