// What Vega calls to write dates. Apart from `dates.ts`, which pages have without Vega.
import { expressionFunction } from "vega";
import { dateText, day, type Granularity, months, pad } from "./dates.ts";

expressionFunction("portolanDateLabel", (time: unknown, index: unknown, unit: unknown) => dateLabel(time, index, unit));
expressionFunction("portolanDate", (time: unknown, unit: unknown) =>
  typeof time === "number" || time instanceof Date ? dateText(Number(time), unit as Granularity) : String(time ?? ""),
);

/**
 * A date on an axis, in two lines where the second one says the year or the day that begins. The
 * first label always says it.
 */
function dateLabel(time: unknown, index: unknown, unit: unknown): string | string[] {
  const date = new Date(Number(time));
  if (Number.isNaN(date.getTime())) return String(time ?? "");
  const year = String(date.getUTCFullYear());
  const month = months[date.getUTCMonth()] ?? "";
  const isFirst = index === 0;
  switch (unit) {
    case "year":
      return year;
    case "quarter":
      return twoLines(`Q${Math.floor(date.getUTCMonth() / 3) + 1}`, year, isFirst || date.getUTCMonth() === 0);
    case "month":
      return twoLines(month, year, isFirst || date.getUTCMonth() === 0);
    case "day":
      return twoLines(
        `${date.getUTCDate()} ${month}`,
        year,
        isFirst || date.getTime() === Date.UTC(date.getUTCFullYear(), 0, 1),
      );
    default: {
      const isMidnight = date.getTime() % day === 0;
      const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
      return twoLines(clock, `${date.getUTCDate()} ${month}`, isFirst || isMidnight);
    }
  }
}

function twoLines(first: string, second: string, hasSecond: boolean): string | string[] {
  return hasSecond ? [first, second] : first;
}
