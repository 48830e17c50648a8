import chartKinds from "../../stream/chart-kinds.json";
import { DrawError, isObject, type Json, type JsonObject } from "../draw-request.ts";
import { dateText, type Granularity } from "../plot/dates.ts";
import { readTime } from "../rows.ts";

export interface TimelineEvent {
  start: number;
  end: number | undefined;
  /** The date, or the first and last date, as a person writes them. */
  dates: string;
  label: string;
  description: string;
}

const { limits } = chartKinds.timeline;

/** Reads the events of a timeline, the earliest first. */
export function readEvents(spec: JsonObject): TimelineEvent[] {
  if (!Array.isArray(spec.events)) throw new DrawError("A timeline needs its `events` as a list.");
  if (spec.events.length > limits.events) {
    throw new DrawError(`A timeline has at most ${limits.events} events: keep those that matter.`);
  }
  const events = spec.events.filter(isObject).map((event): TimelineEvent => {
    const label = textOf(event.label, limits.label);
    const start = timeOf(event.date, label);
    const hasEnd = event.endDate !== undefined && event.endDate !== null && event.endDate !== event.date;
    const end = hasEnd ? timeOf(event.endDate, label) : undefined;
    const [from, to] = [written(event.date, start), end === undefined ? "" : written(event.endDate, end)];
    return {
      start,
      end: end === undefined ? undefined : Math.max(start, end),
      dates: to === "" || to === from ? from : joined(from, to),
      label,
      description: textOf(event.description, limits.description),
    };
  });
  return events.sort((a, b) => a.start - b.start);
}

/** `Mar 2020` and `May 2020` as `Mar – May 2020`. */
function joined(from: string, to: string): string {
  const year = / (\d{4})$/.exec(to)?.[1];
  const isSameYear = year !== undefined && from.endsWith(` ${year}`);
  return `${isSameYear ? from.slice(0, -5) : from} – ${to}`;
}

function timeOf(date: Json | undefined, label: string): number {
  const time = readTime(typeof date === "number" ? String(date) : typeof date === "string" ? date : "");
  if (time === null) throw new DrawError(`The event “${label}” has no date as YYYY, YYYY-MM or YYYY-MM-DD.`);
  return time;
}

/** As precise as it was given; a year -300 is meant as 300 BC. */
function written(date: Json | undefined, time: number): string {
  const parts = String(date).trim().replace(/^[+-]/, "").split(/[-T ]/).length;
  const unit = (["year", "month", "day"] as const)[parts - 1] ?? ("time" satisfies Granularity);
  return time < yearOne ? `${-new Date(time).getUTCFullYear()} BC` : dateText(time, unit);
}

const yearOne = Date.parse("0000-01-01T00:00:00Z");

function textOf(value: Json | undefined, most: number): string {
  return typeof value === "string" ? value.trim().slice(0, most) : "";
}
