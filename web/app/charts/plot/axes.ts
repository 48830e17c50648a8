import { scale as vegaScale } from "vega";
import { isObject, type Json, type JsonObject } from "../draw-request.ts";
import { commonStyle, formatNumber } from "../numbers.ts";
import type { Row } from "../rows.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import {
  chosenDateLabel,
  dateLabelOf,
  type Granularity,
  granularity,
  labelUnit,
  periodOf,
  tickInterval,
} from "./dates.ts";
import {
  channel,
  columnType,
  distinct,
  isDiscrete,
  isMeasure,
  numbers,
  part,
  plainField,
  visitObjects,
} from "./encoding.ts";
import { calendarOrder } from "./order.ts";
import type { Scene } from "./scene.ts";

/** Axes that a person reads at a glance: dates, years, shares, and no title that repeats its labels. */
export function polishAxes(scene: Scene, width: number) {
  visitObjects(scene.spec, (object) => {
    if (!isObject(object.encoding)) return;
    for (const side of ["x", "y"] as const) {
      const definition = channel(object.encoding, side);
      if (!definition || definition.axis === null || definition.scale === null) continue;
      const axis = part(definition, "axis");
      if (axis) polishAxis(scene, definition, axis, side, width);
    }
  });
}

/** Pixels above the labels of a scale below the plot: the first one stands under the lowest label beside it, and must not touch it. */
const cornerPadding = 11;

function polishAxis(scene: Scene, definition: JsonObject, axis: JsonObject, side: "x" | "y", width: number) {
  const field = plainField(definition);
  const values = field === undefined ? [] : distinct(scene.rows, field);
  const times = values.filter((value): value is number => typeof value === "number");
  const column = columnType(scene, field);
  const isDate = column === "date" || column === "datetime";
  const isMeasured = Boolean(definition.bin) || isMeasure(definition);
  if (side === "x" && !isDiscrete(definition) && axis.orient !== "top") axis.labelPadding ??= cornerPadding;
  if (definition.type === "temporal") {
    axis.title = null;
    const room = side === "x" ? width : width / 3;
    if (isDate && times.length > 0) labelTimes(definition, axis, { times, unit: granularity(times) }, room);
    else labelTimeUnit(scene, definition, axis, room);
  } else if (isDiscrete(definition)) {
    labelNames(scene, definition, axis, values);
    if (side === "x") standNames(axis, values, width);
  } else if (isMeasured) {
    labelMeasure(scene, definition, axis, field);
    if (side === "x") axis.tickCount ??= Math.max(3, Math.min(8, Math.round(width / 100)));
  }
}

const mostTurned = 16;

/** Names below the axis: none is left out where all of them have room, if need be turned. */
function standNames(axis: JsonObject, values: readonly Row[string][], width: number) {
  const names = values.filter((value): value is string => typeof value === "string" && Number.isNaN(Number(value)));
  const isOpen = axis.labelAngle === undefined && axis.labelExpr === undefined && axis.values === undefined;
  axis.labelAngle ??= 0;
  if (!isOpen || names.length === 0 || names.length < values.length) return;
  if (calendarOrder([...values])) {
    // Of months and weekdays everyone knows those between, where every other one is left out.
    axis.labelOverlap ??= "parity";
    return;
  }
  const widest = Math.max(...names.map((name) => textWidth(name, type.label)));
  const band = width / names.length;
  if (widest <= band - 2) axis.labelOverlap ??= false;
  else if (names.length <= mostTurned && band >= type.label + 4) {
    Object.assign(axis, { labelAngle: -45, labelAlign: "right", labelBaseline: "middle", labelOverlap: false });
    axis.labelLimit ??= 110;
  }
}

/** Names beside the axis: a title would repeat what dates, years and words say of themselves. */
function labelNames(scene: Scene, definition: JsonObject, axis: JsonObject, values: readonly Row[string][]) {
  const field = plainField(definition);
  const column = columnType(scene, field);
  const isDate = column === "date" || column === "datetime";
  const hasWords = values.some((value) => typeof value === "string" && Number.isNaN(Number(value)));
  if (isDate || hasWords || (field !== undefined && isYears(scene.rows, field, column))) axis.title = null;
  const times = values.filter((value): value is number => typeof value === "number");
  if (isDate && times.length > 0 && axis.labelExpr === undefined) {
    delete axis.format;
    delete axis.formatType;
    axis.labelExpr = `portolanDate(datum.value, "${granularity(times)}")`;
  }
  if (definition.timeUnit) {
    axis.title = null;
    tellYears(scene, definition);
  }
}

const timeUnits: Record<string, Granularity> = {
  utcyear: "year",
  utcyearquarter: "quarter",
  utcyearmonth: "month",
  utcyearmonthdate: "day",
};

/** Rows that Vega-Lite puts together by year, quarter, month or day are labelled as if they came so. */
function labelTimeUnit(scene: Scene, definition: JsonObject, axis: JsonObject, width: number) {
  const unit = typeof definition.timeUnit === "string" ? timeUnits[definition.timeUnit] : undefined;
  const all = timesOf(scene, definition.field);
  if (unit && all.length > 0) {
    labelTimes(definition, axis, { times: [...new Set(all.map((time) => periodOf(time, unit)))], unit }, width);
  } else tellYears(scene, definition);
}

/** A month that stands for several years must not be taken for one of them. */
function tellYears(scene: Scene, { field, timeUnit }: JsonObject) {
  if (typeof timeUnit !== "string" || timeUnit.includes("year")) return;
  const years = timesOf(scene, field).map((time) => new Date(time).getUTCFullYear());
  const [first, last] = [Math.min(...years), Math.max(...years)];
  if (years.length > 0 && first !== last) scene.notes.push(`The years ${first} to ${last} are taken together.`);
}

function timesOf(scene: Scene, field: Json | undefined): number[] {
  const column = columnType(scene, field);
  if (typeof field !== "string" || (column !== "date" && column !== "datetime")) return [];
  return distinct(scene.rows, field).filter((value): value is number => typeof value === "number");
}

/** Ticks that fall on whole periods; as few as fit. */
function labelTimes(
  definition: JsonObject,
  axis: JsonObject,
  { times, unit }: { times: number[]; unit: Granularity },
  width: number,
) {
  const first = Math.min(...times);
  const last = Math.max(...times);
  const scale = part(definition, "scale");
  if (scale) scale.nice ??= false;
  delete axis.format;
  delete axis.formatType;
  axis.labelFlush = false;
  axis.labelOverlap = true;
  const chosen = isDateFormat(axis.labelExpr) ? axis.labelExpr : undefined;
  if (times.length <= Math.max(2, width / 60) && unit !== "day" && unit !== "time") {
    const ticks = [...times].sort((a, b) => a - b);
    axis.values = ticks;
    axis.labelExpr = chosen ?? dateLabelOf(ticks, unit);
    return;
  }
  const interval = tickInterval(first, last, width, unit);
  if (typeof axis.tickCount === "number") axis.tickCount = Math.max(1, axis.tickCount);
  else if (interval) axis.tickCount = { interval: interval.interval, step: interval.step };
  else axis.tickCount = Math.max(2, Math.round(width / 90));
  axis.labelExpr = chosen ?? chosenDateLabel(labelUnit(interval, unit));
}

/** True for labels in a date format that an author chose. */
export function isDateFormat(labelExpr: Json | undefined): labelExpr is string {
  return typeof labelExpr === "string" && /^(?:utcFormat|timeFormat)\(datum\.value, '[^']*'\)$/.test(labelExpr);
}

function labelMeasure(scene: Scene, definition: JsonObject, axis: JsonObject, field: string | undefined) {
  if (axis.format !== undefined || axis.labelExpr !== undefined) return;
  if (field === undefined) return;
  const values = numbers(scene.rows, field);
  if (values.length === 0) return;
  if (isYears(scene.rows, field, columnType(scene, field))) {
    axis.format = "d";
    axis.formatType = "number";
    axis.tickMinStep = 1;
    const scale = part(definition, "scale");
    if (scale) Object.assign(scale, { zero: false, nice: false });
  } else if (isShare(field, values)) {
    axis.formatType = "portolanPercent";
    axis.format = "";
  } else {
    if (columnType(scene, field) === "integer") axis.tickMinStep ??= 1;
    const { scale } = definition;
    const isShort = isObject(scale) && scale.zero === false && scale.domain === undefined;
    if (isShort) distinguishTicks(axis, values, typeof axis.tickCount === "number" ? axis.tickCount : 5);
  }
}

/** Gives the labels of an axis or a legend over a short range as many digits as they need to differ. */
export function distinguishTicks(guide: JsonObject, values: readonly number[], count: number) {
  if (guide.format !== undefined || values.length === 0) return;
  const domain = [Math.min(...values), Math.max(...values)];
  const ticks = vegaScale("linear")().domain(domain).nice(count).ticks(count) as number[];
  const style = new Set(ticks.map(formatNumber)).size < ticks.length && commonStyle(ticks);
  if (style) Object.assign(guide, { formatType: "portolanAlike", format: JSON.stringify(style) });
}

/** Whole numbers that name years. */
export function isYears(rows: Row[], field: string, column: string | undefined): boolean {
  if (column !== "integer" || !/(^|[^a-z])(year|yr|jahr)s?$/i.test(field.replace(/([a-z])([A-Z])/g, "$1 $2")))
    return false;
  return numbers(rows, field).every((value) => value >= 1000 && value <= 2500);
}

/** Fractions whose column says that they are shares. */
export function isShare(field: string, values: number[]): boolean {
  return (
    /share|percent|pct|ratio|rate|proportion|fraction/i.test(field) &&
    values.every((value) => Math.abs(value) <= 1) &&
    values.some((value) => value !== 0 && Math.abs(value) !== 1)
  );
}
