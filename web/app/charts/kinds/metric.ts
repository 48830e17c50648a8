import { DrawError, type Json } from "../draw-request.ts";
import { drawMessage } from "../message.ts";
import { formatNumber, formatPercent } from "../numbers.ts";
import { isShare } from "../plot/axes.ts";
import { dateText, granularity } from "../plot/dates.ts";
import { humanName } from "../plot/prepare.ts";
import { toObjects } from "../rows.ts";
import { metric as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, wrap } from "../text-width.ts";
import { type } from "../theme.ts";
import type { DrawContext, Drawing, Mark } from "./drawing.ts";

const numberSize = 44;
const sparkHeight = 72;
const narrow = 420;
const mostMarks = 200;

interface Reading {
  value: number;
  time: number | undefined;
}

/** One number, large; beside it how it changed, and the line that led there. */
export function drawMetric(context: DrawContext): Drawing {
  const { spec, colors, width } = context;
  const field =
    textOf(spec.value) ?? context.data.columns.find((column) => /^(number|integer)$/.test(column.type))?.name;
  if (field === undefined) throw new DrawError("A metric needs the column of its `value`.");
  const readings = readingsOf(context, field, textOf(spec.time));
  const now = readings.at(-1);
  if (!now) return drawMessage(context, strings.noValue, strings.theQueryReturnedNoValue(field));
  const values = readings.map((reading) => reading.value);
  const format = formatter(isShare(field, values) ? formatPercent : formatNumber, textOf(spec.unit));
  const unit = granularity(readings.flatMap((reading) => reading.time ?? []));
  const dated = (reading: Reading) => (reading.time === undefined ? "" : dateText(reading.time, unit));
  const hasLine = readings.length >= 3;
  const isNarrow = width < narrow;
  const lineX =
    isNarrow || !hasLine ? 0 : Math.max(width * 0.45, textWidth(format(now.value), numberSize, "semibold") + 32);
  const room = isNarrow || !hasLine ? width : lineX - 24;
  const parts: string[] = [];
  let y = 0;
  const label = [textOf(spec.label) ?? humanName(field), dated(now)].filter((part) => part !== "").join(", ");
  for (const line of wrap(label, room, type.subtitle, 2)) {
    y += 18;
    parts.push(text(line, 0, y - 4, { fontSize: type.subtitle, fill: colors.muted }));
  }
  y += 48;
  parts.push(text(format(now.value), 0, y - 6, { fontSize: numberSize, fontWeight: 600, fill: colors.ink }));
  const base = baseOf(readings, spec.compareTo);
  const change = base && { ...changeOf(now.value, base.value, format), since: dated(base) };
  if (change) {
    y += 26;
    parts.push(drawChange(change, y, room, spec.better, context));
    y += change.since === "" ? 0 : 4;
  }
  const numberHeight = y;
  const line = hasLine ? { x: lineX, y: isNarrow ? y + 20 : 14, width: width - lineX } : undefined;
  const spark = line && drawSpark(readings, line, context, dated);
  if (spark) parts.push(spark);
  const bottom = line ? line.y + sparkHeight + 24 : 0;
  const marks: Mark[] = [
    {
      label: `${label}: ${format(now.value)}${change ? `, ${change.words}${change.since === "" ? "" : strings.since(change.since)}` : ""}`,
      x: 0,
      y: 0,
      width: room,
      height: numberHeight,
    },
    ...(line ? sparkMarks(readings, line, dated, format) : []),
  ];
  return { markup: parts.join(""), width, height: Math.max(numberHeight, bottom) + 6, notes: [], marks };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The values in the order of their time; what is missing is left out. */
function readingsOf(context: DrawContext, field: string, time: string | undefined): Reading[] {
  const readings = toObjects(context.data).flatMap((row): Reading[] => {
    const [value, at] = [row[field], time === undefined ? undefined : row[time]];
    if (typeof value !== "number") return [];
    return [{ value, time: typeof at === "number" ? (at < 3000 ? Date.UTC(at, 0, 1) : at) : undefined }];
  });
  return time === undefined ? readings : readings.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
}

/** Signs of currencies stand before a number, units after it. */
function formatter(format: (value: number) => string, unit: string | undefined): (value: number) => string {
  if (unit === undefined) return format;
  if (/^[$€£¥₹]$/.test(unit)) return (value) => format(value).replace(/^(−?)/, `$1${unit}`);
  return (value) => `${format(value)}${unit === "%" || unit === "°" ? "" : " "}${unit}`;
}

function baseOf(readings: Reading[], compareTo: Json | undefined): Reading | undefined {
  if (compareTo === "none" || readings.length < 2) return undefined;
  return compareTo === "first" ? readings[0] : readings.at(-2);
}

interface Change {
  direction: -1 | 0 | 1;
  written: string;
  words: string;
}

/** Relative where that means something, otherwise in the number's own unit. */
function changeOf(now: number, base: number, format: (value: number) => string): Change {
  const difference = now - base;
  const direction = Math.sign(difference) as Change["direction"];
  const size = base > 0 && now >= 0 ? formatPercent(Math.abs(difference / base)) : format(Math.abs(difference));
  if (direction === 0) return { direction, written: "unchanged", words: "unchanged" };
  return {
    direction,
    written: `${direction > 0 ? "+" : "−"}${size}`,
    words: `${direction > 0 ? "up" : "down"} ${size}`,
  };
}

/** An arrow says the direction; colour only repeats whether that is good. */
function drawChange(
  change: Change & { since: string },
  y: number,
  room: number,
  better: Json | undefined,
  context: DrawContext,
) {
  const { colors, theme } = context;
  const isGood = better === "lower" ? change.direction < 0 : change.direction > 0;
  const fill = better === undefined || change.direction === 0 ? colors.ink : isGood ? colors.accent : bad[theme];
  const arrows = { "1": "M0,9L5,0L10,9Z", "0": "M0,3H10V6H0Z", "-1": "M0,0L5,9L10,0Z" };
  const arrow = element("path", {
    d: arrows[`${change.direction}`],
    transform: `translate(0,${y - 11})`,
    fill,
  });
  const judged = better === undefined || change.direction === 0 ? "" : isGood ? "better" : "worse";
  const since = [judged, change.since === "" ? "" : strings.since2(change.since)]
    .filter((part) => part !== "")
    .join(" ");
  const width = textWidth(change.written, 14, "semibold");
  const lines = wrap(since, Math.max(60, room - width - 24), type.subtitle, 1);
  return (
    arrow +
    text(change.written, 16, y - 2, { fontSize: 14, fontWeight: 600, fill }) +
    lines.map((line) => text(line, 22 + width, y - 2, { fontSize: type.subtitle, fill: colors.muted })).join("")
  );
}

const bad = { light: "#b3402a", dark: "#f0826a" };

interface Line {
  x: number;
  y: number;
  width: number;
}

function places(readings: Reading[], line: Line): { x: number; y: number }[] {
  const values = readings.map((reading) => reading.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const times = readings.map((reading, index) => reading.time ?? index);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return readings.map((reading, index) => ({
    x: line.x + 4 + (((times[index] ?? 0) - first) / (last - first || 1)) * (line.width - 10),
    y: line.y + 4 + (high === low ? 0.5 : 1 - (reading.value - low) / (high - low)) * (sparkHeight - 8),
  }));
}

function drawSpark(
  readings: Reading[],
  line: Line,
  { colors }: DrawContext,
  dated: (reading: Reading) => string,
): string {
  const points = places(readings, line);
  const path = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${r(x)},${r(y)}`).join("");
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const base = line.y + sparkHeight;
  const area = `${path}L${r(last.x)},${base}L${r(first.x)},${base}Z`;
  const [from, to] = [readings[0], readings.at(-1)];
  const labels = [
    from && text(dated(from), first.x - 4, base + 16, { fontSize: type.note, fill: colors.faint }),
    to && text(dated(to), line.x + line.width, base + 16, { fontSize: type.note, fill: colors.faint, anchor: "end" }),
  ];
  return (
    element("path", { d: area, fill: colors.accent, "fill-opacity": 0.12 }) +
    element("path", { d: path, fill: "none", stroke: colors.accent, "stroke-width": 2, "stroke-linejoin": "round" }) +
    element("circle", {
      cx: last.x,
      cy: last.y,
      r: 4,
      fill: colors.accent,
      stroke: colors.background,
      "stroke-width": 1.5,
    }) +
    (from && dated(from) !== "" ? labels.join("") : "")
  );
}

function sparkMarks(
  readings: Reading[],
  line: Line,
  dated: (reading: Reading) => string,
  format: (value: number) => string,
): Mark[] {
  if (readings.length > mostMarks) return [];
  return places(readings, line).map(({ x, y }, index) => {
    const reading = readings[index] ?? { value: 0, time: undefined };
    const name = dated(reading) || strings.valueOf(index + 1, readings.length);
    return { label: `${name}: ${format(reading.value)}`, x: x - 5, y: y - 5, width: 10, height: 10 };
  });
}

function r(value: number): number {
  return Math.round(value * 10) / 10;
}
