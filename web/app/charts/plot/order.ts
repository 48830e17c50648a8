import type { Row } from "../rows.ts";

type Value = Row[string];

const calendars = [
  [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
  ],
  ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
];

/** Months and weekdays in the order of the calendar, where these are what the values name. */
export function calendarOrder(values: Value[]): Value[] | undefined {
  const names = values.filter((value): value is string => typeof value === "string");
  if (names.length === 0) return undefined;
  for (const calendar of calendars) {
    const place = (name: string) => {
      const word = name.trim().toLowerCase().replace(/\.$/, "");
      return word.length < 3
        ? -1
        : calendar.findIndex(
            (each) => each === word || each.slice(0, 3) === word || (word === "sept" && each === "september"),
          );
    };
    if (names.every((name) => place(name) >= 0 || name === "(missing)")) {
      return [...values].sort((a, b) => rank(a) - rank(b));
    }
    function rank(value: Value): number {
      const index = place(String(value));
      return index < 0 ? (calendar?.length ?? 0) : index;
    }
  }
  return undefined;
}

/** Largest first; what stands for the rest or for nothing comes last. */
export function byTotal(values: Map<Value, number>, direction: "ascending" | "descending" = "descending"): Value[] {
  const sign = direction === "descending" ? -1 : 1;
  return [...values.keys()].sort((a, b) => {
    const last = Number(isRest(a)) - Number(isRest(b));
    return last !== 0 ? last : sign * ((values.get(a) ?? 0) - (values.get(b) ?? 0));
  });
}

export function isRest(value: Value): boolean {
  return typeof value === "string" && /^(others?|\(missing\)|rest|unknown|n\/a)$/i.test(value);
}
