// Date functions for Vega expressions. Separate from `dates.ts`, which pages load without Vega.
import { expressionFunction } from "vega";
import { dateText, day, type Granularity, months, pad } from "./dates.ts";

expressionFunction("portolanDateLabel", (time: unknown, isBeginning: unknown, unit: unknown) =>
  dateLabel(time, isBeginning, unit),
);
expressionFunction("portolanBegins", (time: unknown, unit: unknown) => begins(time, unit));
expressionFunction("portolanDate", (time: unknown, unit: unknown) =>
  typeof time === "number" || time instanceof Date ? dateText(Number(time), unit as Granularity) : String(time ?? ""),
);

/** Days are labelled some days apart, the first of a year falls into its first week. */
function begins(time: unknown, unit: unknown): boolean {
  const date = new Date(Number(time));
  if (unit === "time") return date.getTime() % day === 0;
  return date.getUTCMonth() === 0 && (unit !== "day" || date.getUTCDate() <= 7);
}

/** A date on an axis, in two lines where it says the year or the day that begins. */
function dateLabel(time: unknown, isBeginning: unknown, unit: unknown): string | string[] {
  const date = new Date(Number(time));
  if (Number.isNaN(date.getTime())) return String(time ?? "");
  const year = String(date.getUTCFullYear());
  const month = months[date.getUTCMonth()] ?? "";
  const twoLines = (first: string, second: string) => (isBeginning ? [first, second] : first);
  switch (unit) {
    case "year":
      return year;
    case "quarter":
      return twoLines(`Q${Math.floor(date.getUTCMonth() / 3) + 1}`, year);
    case "month":
      return twoLines(month, year);
    case "day":
      return twoLines(`${date.getUTCDate()} ${month}`, year);
    default:
      return twoLines(`${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`, `${date.getUTCDate()} ${month}`);
  }
}
