import { isObject, type JsonObject } from "../draw-request.ts";
import { commonStyle, formatAlike, type NumberStyle, titledStyle } from "../numbers.ts";
import type { Row } from "../rows.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { isDateFormat, isShare } from "./axes.ts";
import { dateLabelOf, granularity, periods } from "./dates.ts";
import {
  channel,
  columnType,
  distinct,
  fill,
  isDiscrete,
  isMeasure,
  markOf,
  numbers,
  part,
  plainField,
  totals,
} from "./encoding.ts";
import { highlightExpression, namedBars } from "./highlight.ts";
import { leading, shortenCalendar, wrapNames } from "./names.ts";
import { byTotal, calendarOrder } from "./order.ts";
import { isFalling, keepFirst, type Ranking, sayShown } from "./ranking.ts";
import type { Scene } from "./scene.ts";
import { fitRows, hasPanels } from "./sizes.ts";

type Side = "x" | "y";

const maxBars = 30;
const keptBars = 25;
const maxPeriods = 150;
const widestBar = 88;

/** Bars: sorted, lying where names are long, with their values where there are few. */
export function polishBars(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  markOf(scene.spec);
  asDiscrete(scene, encoding);
  asCycle(encoding);
  const sides = barSides(encoding);
  if (!sides) {
    sortSpans(scene, encoding);
    return;
  }
  const category = channel(encoding, sides.category);
  const value = channel(encoding, sides.value);
  if (!category || !value) return;
  // Without series nothing is stacked, and Vega-Lite draws plain bars instead of clipped groups.
  if (!channel(encoding, "color") || channel(encoding, "color")?.field === category.field) value.stack = null;
  else {
    // A hair between the parts: they are told apart without their colours.
    const mark = markOf(scene.spec);
    Object.assign(mark, { cornerRadiusEnd: 0, stroke: mark.stroke ?? scene.colors.background, strokeWidth: 1 });
  }
  if (category.bin) {
    polishHistogram(scene, category);
    return;
  }
  const field = plainField(category);
  if (field === undefined || !["nominal", "ordinal", "temporal"].includes(String(category.type))) return;
  dropNeedlessColor(scene, encoding, category);
  const color = channel(encoding, "color");
  const series = color?.field === category.field ? undefined : color;
  const isGrouped = encoding.xOffset !== undefined || encoding.yOffset !== undefined;
  const periodic = asPeriods(scene, category, field);
  if (!periodic && !isDiscrete(category)) return;
  const ranking = periodic ? undefined : sortBars(scene, category, value, field, sides);
  const layout = {
    side: sides.category,
    count: distinct(scene.rows, field).length,
    series,
    isGrouped,
    isPeriodic: periodic,
    ranking,
  };
  const side = placeLabels(scene, encoding, field, layout);
  if (!color && !isGrouped) highlightBars(scene, field);
  startAtZero(scene, channel(encoding, side), channel(encoding, side === "x" ? "y" : "x"));
  if (!series && !isGrouped) labelValues(scene, encoding, side, layout.count);
}

/** Bars that the title names keep the accent, the others are gray; an author's own color stays. */
function highlightBars(scene: Scene, field: string) {
  const mark = markOf(scene.spec);
  if (mark.color !== undefined || mark.fill !== undefined) return;
  const named = namedBars(scene, field);
  if (named.length > 0) mark.color = { expr: highlightExpression(scene, field, named) };
}

/** Whole numbers such as years beside a measure name bars, they do not measure. */
function asDiscrete(scene: Scene, encoding: JsonObject) {
  const x = channel(encoding, "x");
  const y = channel(encoding, "y");
  if (!isMeasure(x) || !isMeasure(y) || encoding.x2 || encoding.y2) return;
  for (const [candidate, measure] of [
    [x, y],
    [y, x],
  ] as const) {
    const field = plainField(candidate);
    if (field === undefined || columnType(scene, field) !== "integer" || plainField(measure) === field) continue;
    const values = distinct(scene.rows, field);
    if (values.length !== scene.rows.length && !channel(encoding, "color")) continue;
    candidate.type = "ordinal";
    return;
  }
}

/** Months and weekdays of no year are names, each with its bar above it. */
function asCycle(encoding: JsonObject) {
  for (const side of ["x", "y"]) {
    const definition = channel(encoding, side);
    const { type: kind, timeUnit } = definition ?? {};
    if (definition && kind === "temporal" && typeof timeUnit === "string" && !timeUnit.includes("year")) {
      definition.type = "ordinal";
      delete definition.scale;
    }
  }
}

function barSides(encoding: JsonObject): { category: Side; value: Side } | undefined {
  const x = channel(encoding, "x");
  const y = channel(encoding, "y");
  if (x && isMeasure(y) && !isMeasure(x)) return { category: "x", value: "y" };
  if (y && isMeasure(x) && !isMeasure(y)) return { category: "y", value: "x" };
  return undefined;
}

/** Bars from a date to a date stand in the order in which they begin. */
function sortSpans(scene: Scene, encoding: JsonObject) {
  const [x, y] = [channel(encoding, "x"), channel(encoding, "y")];
  const [start, name] = [plainField(x), plainField(y)];
  if (!encoding.x2 || !isDiscrete(y) || y.sort !== undefined || start === undefined || name === undefined) return;
  const begin = (row: Row) => Number(row[start] ?? Number.POSITIVE_INFINITY);
  y.sort = distinct(
    [...scene.rows].sort((a, b) => begin(a) - begin(b)),
    name,
  );
}

function polishHistogram(scene: Scene, category: JsonObject) {
  scene.spec.mark = { binSpacing: 1, cornerRadiusEnd: 1, ...markOf(scene.spec) };
  if (category.bin === true) category.bin = { maxbins: Math.max(8, Math.min(30, Math.round(scene.width / 24))) };
  fill(category, "axis", { tickCount: Math.max(3, Math.round(scene.width / 90)) });
}

/** A colour for each bar says nothing that its name does not. */
function dropNeedlessColor(scene: Scene, encoding: JsonObject, category: JsonObject) {
  const color = channel(encoding, "color");
  if (!color || color.field !== category.field) return;
  const field = plainField(color);
  const chosen = field === undefined ? undefined : scene.chosenColors.get(field);
  if (!color.scale && !color.condition && !chosen) {
    delete encoding.color;
    return;
  }
  color.legend = null;
  if (!chosen || field === undefined) return;
  // Of bars of their own colors the others look as if none had one.
  const domain = distinct(scene.rows, field);
  const plain = String(markOf(scene.spec).color ?? scene.colors.accent);
  fill(color, "scale", { domain, range: domain.map((value) => chosen.get(value) ?? plain) } as JsonObject);
}

/** Dates below bars: one place for each period, also for those without a bar. */
export function asPeriods(scene: Scene, category: JsonObject, field: string): boolean {
  const type = columnType(scene, field);
  if (type !== "date" && type !== "datetime") return false;
  const times = distinct(scene.rows, field).filter((value): value is number => typeof value === "number");
  if (times.length === 0) return false;
  const unit = granularity(times);
  const all = periods(times, unit, maxPeriods) ?? [...times].sort((a, b) => a - b);
  category.type = "ordinal";
  category.sort = null;
  fill(category, "scale", { domain: all });
  const axis = part(category, "axis");
  if (!axis) return true;
  const bandWidth = (scene.width - 60) / all.length;
  const every = Math.max(1, Math.ceil((unit === "day" ? 52 : 36) / bandWidth));
  const shown = all.filter((_, index) => index % every === 0);
  axis.values = shown;
  if (!isDateFormat(axis.labelExpr)) axis.labelExpr = dateLabelOf(shown, unit);
  axis.labelOverlap = false;
  delete axis.format;
  delete axis.formatType;
  delete axis.labelAngle;
  return true;
}

/** Sorts bars and leaves out those beyond the most; gives their ranking, where they're ranked. */
function sortBars(
  scene: Scene,
  category: JsonObject,
  value: JsonObject,
  field: string,
  sides: { value: Side },
): Ranking | undefined {
  const sums = totals(scene.rows, field, value);
  const values = [...sums.keys()];
  const isName = values.some((each) => typeof each === "string");
  const asked = category.sort;
  const calendar = asked === undefined ? calendarOrder(values) : undefined;
  const order =
    asked === undefined
      ? (calendar ?? (category.type === "nominal" && isName ? byTotal(sums) : undefined))
      : asked === `-${sides.value}`
        ? byTotal(sums)
        : asked === sides.value
          ? byTotal(sums, "ascending")
          : undefined;
  if (order) category.sort = order;
  const isByValue = order !== undefined || ((asked ?? null) === null && isFalling(sums));
  const isRanked = isName && scene.spec.transform === undefined && !calendar && isByValue;
  const which = asked === sides.value || !isRanked ? "first" : "largest";
  if (scene.spec.transform !== undefined || sums.size <= maxBars || !isName) {
    return isRanked ? { field, names: order ?? values, which, total: sums.size } : undefined;
  }
  const kept = (order ?? values).slice(0, keptBars);
  const names = new Set(kept);
  scene.rows = scene.rows.filter((row) => names.has(row[field] ?? null));
  category.sort = kept;
  scene.notes.push(sayShown(which, kept.length, sums.size));
  return isRanked ? { field, names: kept, which, total: sums.size } : undefined;
}

/** Keeps the axis at the bottom if every value is zero. */
function startAtZero(scene: Scene, category: JsonObject | undefined, value: JsonObject | undefined) {
  if (!category || !value) return;
  const field = plainField(value);
  const values = field === undefined ? [] : numbers(scene.rows, field);
  if (values.length === 0 || values.some((each) => each !== 0)) return;
  fill(value, "scale", { domain: [0, 1] });
  // Bars of no length are seen by the line that they would stand on.
  fill(category, "axis", { domain: true, domainColor: scene.colors.rule });
  if (!scene.isHeightFixed) scene.height = Math.min(scene.height ?? 140, 140);
}

interface BarLayout {
  side: Side;
  count: number;
  series: JsonObject | undefined;
  isGrouped: boolean;
  isPeriodic: boolean;
  ranking: Ranking | undefined;
}

/** Decides whether bars stand or lie, and how much room each gets. Gives the side of their names. */
function placeLabels(scene: Scene, encoding: JsonObject, field: string, layout: BarLayout): Side {
  const labels = distinct(scene.rows, field).map(String);
  const widest = Math.max(...labels.map((label) => textWidth(label, type.label)));
  // Below the bars of panels the names must fit where two stand side by side; else each panel lies.
  const room = encoding.facet ? (scene.width - 74) / 2 : scene.width - 56;
  const band = room / layout.count;
  let side = layout.side;
  const upright = channel(encoding, "x");
  const isNumbers = labels.every((label) => label !== "" && !Number.isNaN(Number(label)));
  if (
    side === "x" &&
    !layout.isPeriodic &&
    !encoding.row &&
    !encoding.column &&
    // A single bar that stands is a wall.
    (layout.count === 1 ||
      (!isNumbers && !fitsBelow(labels, band) && !(upright && shortenCalendar(upright, labels, band))))
  ) {
    swapSides(encoding);
    scene.isSwapped = true;
    side = "y";
  }
  const category = channel(encoding, side);
  if (!category) return side;
  const seriesCount = layout.isGrouped ? seriesOf(scene.rows, layout.series) : 1;
  if (side === "y") layDown(scene, encoding, category, layout, { seriesCount, labels });
  else standUp(category, layout, band, seriesCount, isNumbers || widest <= band - 8);
  return side;
}

/** Pixels above and below the rows of a drawing whose height is given: the name of the measure. */
const aroundRows = 36;

/** Lying bars: names at the left, the scale above, a height that follows from their number. */
function layDown(
  scene: Scene,
  encoding: JsonObject,
  category: JsonObject,
  layout: BarLayout,
  { seriesCount, labels }: { seriesCount: number; labels: string[] },
) {
  const value = channel(encoding, "x");
  if (value) fill(value, "axis", { orient: "top", grid: true, titleAnchor: "start", titleAlign: "left" });
  const room = ((scene.height ?? 0) - aroundRows) / layout.count;
  // Of more lines than a row of a given height holds, names of other rows would be left out.
  const most = scene.isHeightFixed ? Math.max(1, Math.floor(room / (type.label + 2))) : undefined;
  const lines = wrapNames(category, labels, scene.width, most);
  const least = Math.max(layout.isGrouped ? seriesCount * 5 + 6 : 0, lines * leading + 1);
  // The names of the scale and its labels; the latter go where bars carry their values.
  const leastAround = layout.series || layout.isGrouped ? 64 : 44;
  const needed = scene.isThumbnail ? { least: type.label + 2, around: aroundRows } : { least, around: leastAround };
  const kept = layout.ranking && keepFirst(scene, layout.ranking, needed);
  if (kept) Object.assign(layout, { count: kept.length });
  if (kept) category.sort = kept;
  const usual = layout.isGrouped ? seriesCount * 15 + 12 : layout.count <= 6 ? 38 : layout.count <= 14 ? 30 : 24;
  const step = Math.max(usual, lines * leading + 8);
  fitRows(scene, { count: layout.count, step, least, around: 64, leastAround, most: 1400 });
  fill(category, "scale", { paddingInner: layout.isGrouped ? 0.22 : 0.28, paddingOuter: 0.1 });
  if (hasPanels(scene.spec)) {
    // In a thumbnail every other name is left out instead.
    if (!scene.isThumbnail) scene.leastPanel = layout.count * least;
    else return;
  }
  // Names with a line of their own each don't overlap, however close they stand.
  const given = ((scene.height ?? 0) - (scene.isHeightFixed ? aroundRows : leastAround)) / layout.count;
  if (given >= lines * (type.label + 2)) fill(category, "axis", { labelOverlap: false });
}

/** Standing bars: never wider than a bar looks like, names below in one or two lines. */
function standUp(category: JsonObject, layout: BarLayout, band: number, seriesCount: number, fitsInOneLine: boolean) {
  const usual = layout.isGrouped ? 0.2 : layout.count > 40 ? 0.12 : 0.24;
  const inner = Math.max(usual, 1 - (widestBar * seriesCount) / band);
  fill(category, "scale", { paddingInner: Math.min(inner, 0.75), paddingOuter: Math.min(inner / 2, 0.4) });
  const axis = part(category, "axis");
  if (!axis || layout.isPeriodic) return;
  if (axis.labelExpr === undefined && !fitsInOneLine) {
    axis.labelExpr = `portolanWrap(datum.label, ${Math.floor(band - 8)}, 2)`;
  }
  axis.labelAngle ??= 0;
}

function seriesOf(rows: Row[], series: JsonObject | undefined): number {
  const field = plainField(series);
  return field === undefined ? 1 : distinct(rows, field).length;
}

/** Names fit below bars in one line, or in two where every word fits. */
function fitsBelow(labels: string[], band: number): boolean {
  const room = band - 8;
  return labels.every((label) => {
    const words = label.split(/\s+/).map((word) => textWidth(word, type.label));
    const whole = textWidth(label, type.label);
    return whole <= room || (words.length > 1 && Math.max(...words) <= room && whole <= room * 1.7);
  });
}

const twins: Record<string, string> = { x: "y", y: "x", x2: "y2", y2: "x2", xOffset: "yOffset", yOffset: "xOffset" };

function swapSides(encoding: JsonObject) {
  const swapped: JsonObject = {};
  for (const [name, definition] of Object.entries(encoding)) {
    swapped[twins[name] ?? name] = definition;
    delete encoding[name];
  }
  Object.assign(encoding, swapped);
  for (const side of ["x", "y"]) {
    const axis = channel(encoding, side)?.axis;
    if (isObject(axis)) for (const key of ["labelAngle", "orient", "titleAngle"]) delete axis[key];
  }
}

/** Few bars carry their values; then the axis of values has nothing left to say. */
function labelValues(scene: Scene, encoding: JsonObject, side: Side, count: number) {
  const valueSide = side === "y" ? "x" : "y";
  const value = channel(encoding, valueSide);
  if (!value || encoding.x2 || encoding.y2 || encoding.row || encoding.column || encoding.facet) return;
  const room = (scene.width - 30) / count;
  if (scene.labels === "none") return;
  const isLow = scene.isHeightFixed && (scene.height ?? 0) / count < type.label + 2;
  const isMany = side === "y" ? count > keptBars || isLow : count > 14 || room < 44;
  if (isMany && !(scene.labels === "all" && (side === "y" ? !isLow : room >= 30))) return;
  addValues(scene, encoding, value, side, side === "x" ? room : undefined);
}

/** Adds a value at the end of each bar, in place of the labels of their axis; `room` is how wide each may be. */
export function addValues(scene: Scene, encoding: JsonObject, value: JsonObject, side: Side, room?: number) {
  const { mark, encoding: inner, ...rest } = scene.spec;
  const sign = `(${valueExpression(value)}) < 0`;
  const placed: JsonObject =
    side === "y"
      ? { align: { expr: `${sign} ? "right" : "left"` }, dx: { expr: `${sign} ? -6 : 6` }, baseline: "middle" }
      : { baseline: { expr: `${sign} ? "top" : "bottom"` }, dy: { expr: `${sign} ? 5 : -5` }, align: "center" };
  const { axis, scale, stack, title, sort, ...definition } = value;
  const field = plainField(value);
  const hasFormat = isObject(axis) && typeof axis.format === "string";
  // A percent format without a precision leaves the digits to the drawing: an axis needs none, a label would show them all.
  const isOpen = hasFormat && /^~?%$/.test(String(axis.format));
  const isPercent = isOpen || (!hasFormat && field !== undefined && isShare(field, numbers(scene.rows, field)));
  const style = labelStyle(scene, measuredValues(scene, encoding, value, side), room);
  const format: JsonObject = isPercent
    ? { formatType: "portolanPercent", format: "" }
    : hasFormat
      ? { format: axis.format }
      : alikeFormat(style);
  value.axis = axis === null ? null : { ...(isObject(axis) ? axis : {}), grid: false, labels: false, domain: false };
  if (side === "x" && isObject(value.axis)) value.axis.titleY = -24;
  // The engine makes room for labels once, by their places before: behind the end of the axis they would stay a bit outside.
  if (side === "y") fill(value, "scale", { nice: false });
  // Labels behind bars of negative values need room before the names.
  const negative = field === undefined ? [] : numbers(scene.rows, field).filter((each) => each < 0);
  if (negative.length > 0) {
    const widest = style ? Math.max(...negative.map((each) => textWidth(formatAlike(each, style), type.label))) : 0;
    fill(value, "scale", { padding: side === "x" ? 22 : Math.max(44, Math.ceil(widest) + 12) });
  }
  const { color, ...common } = encoding;
  const text: JsonObject = { ...definition, ...format };
  scene.spec = {
    ...rest,
    encoding: common,
    layer: [
      { mark, ...(color ? { encoding: { color } } : {}) },
      { mark: { type: "text", fontSize: type.label, ...placed }, encoding: { text } },
    ],
  };
}

/** Returns the style of value labels: the title's, or a shorter one where labels in that would touch each other. */
export function labelStyle(scene: Scene, values: readonly number[], room = Number.POSITIVE_INFINITY) {
  const titled = titledStyle(values, scene.title);
  const fits = (style: NumberStyle) =>
    values.every((value) => textWidth(formatAlike(value, style), type.label) + labelGap <= room);
  return titled && fits(titled) ? titled : commonStyle(values);
}

/** Pixels between the labels of bars beside each other. */
const labelGap = 4;

/** Returns the numbers that the labels of bars show. */
function measuredValues(scene: Scene, encoding: JsonObject, value: JsonObject, side: Side): number[] {
  const field = plainField(value);
  if (field !== undefined) return numbers(scene.rows, field);
  const names = plainField(channel(encoding, side));
  const isTold = value.aggregate === "sum" && names !== undefined && !encoding.xOffset && !encoding.yOffset;
  return isTold ? [...totals(scene.rows, names, value).values()] : [];
}

/** Format of labels that share one precision; empty where each is better written on its own. */
export function alikeFormat(style: NumberStyle | undefined): JsonObject {
  return style ? { formatType: "portolanAlike", format: JSON.stringify(style) } : {};
}

/** The value of a bar in an expression over its datum, under the name that Vega-Lite gives it. */
function valueExpression(value: JsonObject): string {
  const field = String(value.field ?? "");
  if (value.aggregate === "count") return "1";
  return value.aggregate
    ? `datum[${JSON.stringify(`${value.aggregate}_${field}`)}]`
    : `datum[${JSON.stringify(field)}]`;
}
