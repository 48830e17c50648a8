import { drawMessage } from "../message.ts";
import { dateText, granularity } from "../plot/dates.ts";
import { timeline as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, wrap } from "../text-width.ts";
import { type } from "../theme.ts";
import type { DrawContext, Drawing, Mark } from "./drawing.ts";
import { readEvents, type TimelineEvent } from "./timeline-events.ts";

const radius = 5;
const labelSize = 13;
const labelLine = 18;
const detailLine = 16;
/** Empty time between two events makes their distance larger, up to this. */
const longestPause = 46;

/** Events one below the other on a line of time; above them, where they lie on an even scale. */
export function drawTimeline(context: DrawContext): Drawing {
  const events = readEvents(context.spec);
  if (events.length === 0) return drawMessage(context, strings.nothingToDraw, strings.theTimelineHasNoEvents);
  const { colors, width } = context;
  const dates = Math.min(width * 0.34, Math.max(...events.map((event) => textWidth(event.dates, type.label))));
  const rail = Math.ceil(dates) + 22;
  const textX = rail + 22;
  const overview = events.length >= 3 ? drawOverview(events, context) : { markup: "", height: 0 };
  const markup: string[] = [];
  const marks: Mark[] = [];
  let y = overview.height + 4;
  const first = y + 9;
  let last = first;
  events.forEach((event, index) => {
    if (index > 0) y += pause(events, index);
    const rows = rowsOf(event, width - textX, dates);
    const middle = y + 9;
    if (event.end !== undefined) {
      const bar = { x: rail - radius, y: y + 3, width: 2 * radius, height: Math.max(16, rows.height - 6), rx: radius };
      markup.push(element("rect", { ...bar, fill: colors.accent }));
    } else {
      markup.push(
        element("circle", {
          cx: rail,
          cy: middle,
          r: radius,
          fill: colors.background,
          stroke: colors.accent,
          "stroke-width": 2.5,
        }),
      );
    }
    rows.dates.forEach((line, at) => {
      markup.push(
        text(line, rail - 22, y + 13.5 + at * detailLine, { fontSize: type.label, fill: colors.muted, anchor: "end" }),
      );
    });
    rows.label.forEach((line, at) => {
      markup.push(
        text(line, textX, y + 13.5 + at * labelLine, { fontSize: labelSize, fontWeight: 600, fill: colors.ink }),
      );
    });
    const below = y + rows.label.length * labelLine;
    rows.description.forEach((line, at) => {
      markup.push(text(line, textX, below + 12.5 + at * detailLine, { fontSize: type.label, fill: colors.muted }));
    });
    marks.push({ label: inWords(event), x: 0, y, width, height: rows.height });
    last = event.end === undefined ? middle : y + rows.height - 6;
    y += rows.height + 12;
  });
  const line = element("line", { x1: rail, x2: rail, y1: first, y2: last, stroke: colors.rule, "stroke-width": 1.5 });
  return { markup: overview.markup + line + markup.join(""), width, height: y - 8, notes: [], marks };
}

function inWords(event: TimelineEvent): string {
  return [`${event.dates}: ${event.label}`, event.description].filter((part) => part !== "").join(". ");
}

function rowsOf(event: TimelineEvent, room: number, dateRoom: number) {
  const dates = wrap(event.dates, dateRoom + 1, type.label, 2);
  const label = wrap(event.label, room, labelSize, 3, "semibold");
  const description = wrap(event.description, room, type.label, 5);
  const height = Math.max(label.length * labelLine + description.length * detailLine, dates.length * detailLine + 2);
  return { dates, label, description, height };
}

/** How much longer than the median the time before an event was, in pixels. */
function pause(events: TimelineEvent[], index: number): number {
  const gaps = events.slice(1).map((event, at) => event.start - (events[at]?.start ?? 0));
  const median = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const here = gaps[index - 1] ?? 0;
  return median > 0 && here > median ? Math.min(longestPause, Math.log2(here / median) * 12) : 0;
}

function drawOverview(events: TimelineEvent[], { colors, width }: DrawContext) {
  const low = Math.min(...events.map((event) => event.start));
  const high = Math.max(...events.map((event) => event.end ?? event.start));
  if (high === low) return { markup: "", height: 0 };
  const inset = 8;
  const x = (time: number) => inset + ((time - low) / (high - low)) * (width - 2 * inset);
  const axisY = 22.5;
  const parts = [element("line", { x1: 0, x2: width, y1: axisY, y2: axisY, stroke: colors.rule })];
  for (const { time, label } of yearTicks(low, high, width)) {
    const half = textWidth(label, type.note) / 2;
    const middle = Math.max(half, Math.min(width - half, x(time)));
    parts.push(element("line", { x1: x(time), x2: x(time), y1: axisY, y2: axisY + 4, stroke: colors.rule }));
    parts.push(text(label, middle, axisY + 17, { fontSize: type.note, fill: colors.faint, anchor: "middle" }));
  }
  for (const event of events) {
    const from = x(event.start);
    const shape =
      event.end === undefined
        ? { x: from - 1.5, width: 3, y: 6, height: 13, rx: 1.5 }
        : { x: from, width: Math.max(4, x(event.end) - from), y: 10, height: 8, rx: 2 };
    parts.push(element("rect", { ...shape, fill: colors.accent, "fill-opacity": 0.75 }));
  }
  return { markup: parts.join(""), height: 62 };
}

/** Round years; within one or two years its months. */
function yearTicks(low: number, high: number, width: number): { time: number; label: string }[] {
  const [from, to] = [new Date(low).getUTCFullYear(), new Date(high).getUTCFullYear()];
  const most = Math.max(2, Math.floor(width / 70));
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000];
  const step = steps.find((each) => (to - from) / each <= most) ?? 5000;
  const ticks = [];
  for (let year = Math.ceil(from / step) * step; year <= to; year += step) {
    const date = new Date(0);
    date.setUTCFullYear(year, 0, 1);
    const time = date.getTime();
    if (time >= low && time <= high) ticks.push({ time, label: year >= 0 ? String(year) : `${-year} BC` });
  }
  if (ticks.length >= 2) return ticks;
  const inMonths = monthTicks(low, high, most);
  return inMonths.length >= 2 ? inMonths : ends(low, high);
}

/** Falls back to the first and last date if no round date lies between them. */
function ends(low: number, high: number): { time: number; label: string }[] {
  const unit = granularity([low, high]) === "time" ? "time" : "day";
  return [low, high].map((time) => ({ time, label: dateText(time, unit) }));
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function monthTicks(low: number, high: number, most: number): { time: number; label: string }[] {
  const all = [];
  const date = new Date(low);
  date.setUTCDate(1);
  date.setUTCHours(0, 0, 0, 0);
  while (date.getTime() <= high) {
    const month = months[date.getUTCMonth()] ?? "";
    if (date.getTime() >= low) all.push({ time: date.getTime(), label: `${month} ${date.getUTCFullYear()}` });
    date.setUTCMonth(date.getUTCMonth() + 1);
  }
  const every = Math.ceil(all.length / most);
  return all.filter((_, index) => index % every === 0);
}
