/** The coarsest unit that tells all of the dates apart. */
export type Granularity = "year" | "quarter" | "month" | "day" | "time";

export const day = 86_400_000;
export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function granularity(times: number[]): Granularity {
  if (times.some((time) => time % day !== 0)) return "time";
  const dates = times.map((time) => new Date(time));
  if (dates.some((date) => date.getUTCDate() !== 1)) return "day";
  if (dates.every((date) => date.getUTCMonth() === 0)) return "year";
  return times.length > 1 && dates.every((date) => date.getUTCMonth() % 3 === 0) ? "quarter" : "month";
}

/** The beginning of the period in which a moment lies. */
export function periodOf(time: number, unit: Granularity): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case "year":
      return Date.UTC(year, 0, 1);
    case "quarter":
      return Date.UTC(year, month - (month % 3), 1);
    case "month":
      return Date.UTC(year, month, 1);
    case "day":
      return Date.UTC(year, month, date.getUTCDate());
    case "time":
      return time;
  }
}

/** Every period from the first to the last date, so that a gap in the data is a gap on the axis. */
export function periods(times: number[], unit: Granularity, limit: number): number[] | undefined {
  const first = Math.min(...times);
  const last = Math.max(...times);
  const all: number[] = [];
  for (let index = 0, time = first; time <= last; index += 1, time = step(first, unit, index)) {
    if (all.length >= limit || unit === "time") return undefined;
    all.push(time);
  }
  const known = new Set(all);
  return times.every((time) => known.has(time)) ? all : undefined;
}

function step(first: number, unit: Granularity, count: number): number {
  const date = new Date(first);
  const size = { year: 12, quarter: 3, month: 1, day: 0, time: 0 }[unit];
  if (size === 0) return first + count * day;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count * size, 1);
}

/** The distance of ticks on an axis of time, in a form that Vega takes. */
export interface TickInterval {
  interval: "year" | "month" | "day" | "hours" | "minutes";
  step: number;
}

const intervals: [number, TickInterval][] = [
  [day / 1440, { interval: "minutes", step: 1 }],
  [day / 288, { interval: "minutes", step: 5 }],
  [day / 96, { interval: "minutes", step: 15 }],
  [day / 24, { interval: "hours", step: 1 }],
  [day / 8, { interval: "hours", step: 3 }],
  [day / 4, { interval: "hours", step: 6 }],
  [day / 2, { interval: "hours", step: 12 }],
  [day, { interval: "day", step: 1 }],
  [2 * day, { interval: "day", step: 2 }],
  [30.4 * day, { interval: "month", step: 1 }],
  [91 * day, { interval: "month", step: 3 }],
  [182 * day, { interval: "month", step: 6 }],
  ...[1, 2, 5, 10, 20, 25, 50, 100, 200, 500].map((years): [number, TickInterval] => [
    years * 365.25 * day,
    { interval: "year", step: years },
  ]),
];

/** The finest interval whose labels fit, none finer than the data. */
export function tickInterval(first: number, last: number, width: number, unit: Granularity): TickInterval | undefined {
  const most = Math.max(2, width / 64);
  const finest = { year: 365 * day, quarter: 30 * day, month: 30 * day, day, time: 0 }[unit];
  const span = last - first;
  const fitting = intervals.find(([size]) => size >= finest && span / size <= most);
  // Between two days and a month the weeks of Vega's own ticks serve better.
  return fitting && fitting[1].interval === "month" && span < 60 * day ? undefined : fitting?.[1];
}

/** The expression that labels these ticks: the first of each year, or day, says it in a second line. */
export function dateLabelOf(ticks: readonly number[], unit: Granularity): string {
  const begins = (time: number) => (unit === "time" ? Math.floor(time / day) : new Date(time).getUTCFullYear());
  const first = ticks.filter((time, index) => index === 0 || begins(time) !== begins(ticks[index - 1] ?? time));
  return `portolanDateLabel(datum.value, indexof([${first}], +datum.value) >= 0, "${unit}")`;
}

/** The same for ticks that Vega chooses: each January, each midnight. */
export function chosenDateLabel(unit: Granularity): string {
  return `portolanDateLabel(datum.value, datum.index === 0 || portolanBegins(datum.value, "${unit}"), "${unit}")`;
}

export function labelUnit(interval: TickInterval | undefined, unit: Granularity): Granularity {
  if (!interval) return unit === "time" ? "time" : "day";
  if (interval.interval === "year") return "year";
  if (interval.interval === "month") return unit === "quarter" && interval.step === 3 ? "quarter" : "month";
  return interval.interval === "day" ? "day" : "time";
}

/** A whole date in one line, for a legend or a header. */
export function dateText(time: number, unit: Granularity): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = months[date.getUTCMonth()] ?? "";
  switch (unit) {
    case "year":
      return String(year);
    case "quarter":
      return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`;
    case "month":
      return `${month} ${year}`;
    case "day":
      return `${date.getUTCDate()} ${month} ${year}`;
    case "time":
      return `${date.getUTCDate()} ${month} ${year}, ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  }
}

/** 7 → "07". */
export function pad(part: number): string {
  return String(part).padStart(2, "0");
}
