import type { Cell } from "../draw-request.ts";

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

/** Decades, years and quarters in words: `1950s`, `2024`, `Q3 2024`, `2024 Q3`. */
const spans = /^(?:(?<decade>\d{4})s|(?<year>\d{4})|Q(?<q1>[1-4])[ /-](?<y1>\d{4})|(?<y2>\d{4})[ /-]?Q(?<q2>[1-4]))$/i;

function spanStart(name: string): number | undefined {
  const { decade, year, q1, y1, q2, y2 } = spans.exec(name.trim())?.groups ?? {};
  const first = decade ?? year ?? y1 ?? y2;
  return first === undefined ? undefined : Number(first) * 4 + Number(q1 ?? q2 ?? 1);
}

/** Months, weekdays, quarters and decades in the order of the calendar, where these are what the values name. */
export function calendarOrder(values: Cell[]): Cell[] | undefined {
  return spanOrder(values) ?? cycleOrder(values);
}

function spanOrder(values: Cell[]): Cell[] | undefined {
  const starts = values.map((value) => (typeof value === "string" ? spanStart(value) : undefined));
  if (values.length === 0 || starts.some((start) => start === undefined)) return undefined;
  return [...values].sort((a, b) => (spanStart(String(a)) ?? 0) - (spanStart(String(b)) ?? 0));
}

/** Names that differ in their numbers by these: `Line 2` before `Line 10`. */
export function numberedOrder(values: Cell[]): Cell[] | undefined {
  const frames = new Set(values.map((value) => (typeof value === "string" ? value.replace(/\d+/, "#") : "")));
  const [frame] = frames;
  if (values.length < 2 || frames.size !== 1 || !frame?.includes("#")) return undefined;
  const number = (value: Cell) => Number(/\d+/.exec(String(value))?.[0]);
  return [...values].sort((a, b) => number(a) - number(b));
}

function cycleOrder(values: Cell[]): Cell[] | undefined {
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
    function rank(value: Cell): number {
      const index = place(String(value));
      return index < 0 ? (calendar?.length ?? 0) : index;
    }
  }
  return undefined;
}

/** Largest first; what stands for the rest or for nothing comes last. */
export function byTotal(values: Map<Cell, number>, direction: "ascending" | "descending" = "descending"): Cell[] {
  const sign = direction === "descending" ? -1 : 1;
  return [...values.keys()].sort((a, b) => {
    const last = Number(isRest(a)) - Number(isRest(b));
    return last !== 0 ? last : sign * ((values.get(a) ?? 0) - (values.get(b) ?? 0));
  });
}

export function isRest(value: Cell): boolean {
  return typeof value === "string" && /^(others?|\(missing\)|rest|unknown|n\/a)$/i.test(value);
}
