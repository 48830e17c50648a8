import { type Cell, isObject, type Json, type JsonObject } from "../draw-request.ts";
import { categorical, other } from "../palette.ts";
import { type Names, type RowFilter, readFilter, readRename, writeRename } from "../plot/chosen-rows.ts";
import { escapeField, unescapeField } from "../plot/encoding.ts";
import { isSameCell } from "../same-key.ts";
import { channelPath, viewPath } from "./plot-view.ts";
import { objectAt, type Path, valueAt, withValueAt } from "./spec-path.ts";

/** A value of a column, as the rows have it, which a chart shows as a bar, a line or an entry of its legend. */
export interface Subject {
  field: string;
  value: Cell;
}

/** Returns a value by the name that the chart shows it by. */
export function shownValue(spec: JsonObject, { field, value }: Subject): Cell {
  return (typeof value === "string" ? readNames(spec, field).get(value) : undefined) ?? value;
}

/** Colors that authors choose from; the drawing shows them as its theme has them. */
export const swatches: readonly string[] = [...categorical.light, other.light];

/** Color of what is not highlighted. */
export const gray = other.light;
const accent = categorical.light[0] ?? gray;

/** The columns by which a plot tells its marks apart: what has a color first, then what has a place. */
export function subjectFields(spec: JsonObject): string[] {
  const view = viewPath(spec);
  if (view === null) return [];
  const fields = ["color", "x", "y", "detail", "shape"].flatMap((channel) => {
    const definition = objectAt(spec, channelPath(spec, view, channel));
    const isName = definition?.type === "nominal" || definition?.type === "ordinal" || channel === "shape";
    const isPlain = definition && !definition.aggregate && !definition.bin && !definition.timeUnit;
    return isName && isPlain && typeof definition.field === "string" ? [unescapeField(definition.field)] : [];
  });
  return [...new Set(fields)];
}

/** Marks that stand at a name of an axis. */
const namedMarks = ["bar", "point", "circle", "square", "tick"];

/** The column whose values can have colors of their own: what has a color, or else the names of bars or dots. */
export function colorField(spec: JsonObject): string | undefined {
  const view = viewPath(spec);
  if (view === null) return undefined;
  const color = objectAt(spec, channelPath(spec, view, "color"));
  const [first] = subjectFields(spec);
  if (color === undefined) return namedMarks.includes(markName(spec, view) ?? "") ? first : undefined;
  return color.type === "quantitative" || typeof color.field !== "string" ? undefined : unescapeField(color.field);
}

/** The color that an author chose for a value. */
export function readColor(spec: JsonObject, subject: Subject): string | undefined {
  const value = shownValue(spec, subject);
  return colorField(spec) === subject.field
    ? readColors(spec).find(([each]) => isSameCell(each, value))?.[1]
    : undefined;
}

/** Gives a value a color of its own; null takes it away. */
export function withColor(spec: JsonObject, subject: Subject, color: string | null): JsonObject {
  const { field } = subject;
  if (colorField(spec) !== field) return spec;
  const value = shownValue(spec, subject);
  const kept = readColors(spec).filter(([each]) => !isSameCell(each, value));
  return writeColors(spec, field, color === null ? kept : [...kept, [value, color]]);
}

/** Whether a value is highlighted among others that are not. */
export function isHighlighted(spec: JsonObject, subject: Subject): boolean {
  const value = shownValue(spec, subject);
  return colorField(spec) === subject.field && readHighlights(spec).some((each) => isSameCell(each, value));
}

/** The values that are highlighted: those that are not gray among others that are. */
export function readHighlights(spec: JsonObject): Cell[] {
  const colors = readColors(spec);
  return colors.some(([, color]) => color === gray)
    ? colors.flatMap(([each, color]) => (color === gray ? [] : [each]))
    : [];
}

/** Highlights a value among all values of its column, or takes the highlight away. */
export function withHighlight(
  spec: JsonObject,
  subject: Subject,
  shallBe: boolean,
  rowValues: readonly Cell[],
): JsonObject {
  const { field } = subject;
  if (colorField(spec) !== field) return spec;
  const value = shownValue(spec, subject);
  const values = rowValues.map((each) => shownValue(spec, { field, value: each }));
  const before = readHighlights(spec).filter((each) => !isSameCell(each, value));
  const highlighted = shallBe ? [...before, value] : before;
  if (highlighted.length === 0) return writeColors(spec, field, []);
  const colors = readColors(spec);
  const free = categorical.light.filter((each) => !colors.some(([, color]) => color === each));
  const colorOf = (each: Cell) => {
    const known = colors.find(([name, color]) => color !== gray && isSameCell(name, each));
    return known?.[1] ?? (highlighted.length === 1 ? accent : (free[0] ?? accent));
  };
  const all = values.some((each) => isSameCell(each, value)) ? values : [...values, value];
  return writeColors(
    spec,
    field,
    all.map((each) => [each, highlighted.some((name) => isSameCell(name, each)) ? colorOf(each) : gray]),
  );
}

type ColorPair = readonly [Cell, string];

/** The colors that an author gave to values, by the names that the chart shows. */
export function readColors(spec: JsonObject): ColorPair[] {
  const view = viewPath(spec);
  const scale = view && objectAt(spec, [...channelPath(spec, view, "color"), "scale"]);
  if (!scale || !Array.isArray(scale.domain) || !Array.isArray(scale.range)) return [];
  const { domain, range } = scale;
  if (domain.length !== range.length) return [];
  return domain.flatMap((value, place): ColorPair[] => {
    const color = range[place];
    return typeof color === "string" && !isObject(value) && !Array.isArray(value) ? [[value, color]] : [];
  });
}

function writeColors(spec: JsonObject, field: string, colors: readonly ColorPair[]): JsonObject {
  const view = viewPath(spec);
  if (view === null) return spec;
  const path = channelPath(spec, view, "color");
  const isOwn = isCategory(spec, view, field);
  if (colors.length === 0) {
    if (isOwn) return withValueAt(spec, path, undefined);
    const without = withValueAt(spec, [...path, "scale", "domain"], undefined);
    return withValueAt(without, [...path, "scale", "range"], undefined);
  }
  const begun =
    valueAt(spec, path) === undefined
      ? withValueAt(spec, path, { field: escapeField(field), type: "nominal", legend: null })
      : spec;
  const named = withValueAt(begun, [...path, "scale", "domain"], colors.map(([value]) => value) as Json[]);
  return withValueAt(named, [...path, "scale", "range"], colors.map(([, color]) => color) as Json[]);
}

/** True where a column has its place on an axis, and its color only repeats it. */
function isCategory(spec: JsonObject, view: Path, field: string): boolean {
  return ["x", "y"].some((side) => objectAt(spec, channelPath(spec, view, side))?.field === escapeField(field));
}

/** The color of all marks that have no color of their own. */
export function readMarkColor(spec: JsonObject): string | undefined {
  const view = viewPath(spec);
  const color = view && valueAt(spec, [...view, "mark", "color"]);
  return typeof color === "string" ? color : undefined;
}

export function withMarkColor(spec: JsonObject, color: string | null): JsonObject {
  const view = viewPath(spec);
  if (view === null) return spec;
  const mark = valueAt(spec, [...view, "mark"]);
  const type = isObject(mark) ? mark : { type: mark };
  const next = withValueAt(spec, [...view, "mark"], { ...type, color: color ?? undefined });
  return color === null ? plainMark(next, view) : next;
}

/** A mark that says nothing but its type is written as the type. */
function plainMark(spec: JsonObject, view: Path): JsonObject {
  const mark = objectAt(spec, [...view, "mark"]);
  const kept = Object.entries(mark ?? {}).filter(([, value]) => value !== undefined);
  const isPlain = kept.length === 1 && kept[0]?.[0] === "type";
  return withValueAt(spec, [...view, "mark"], isPlain ? kept[0]?.[1] : Object.fromEntries(kept));
}

function markName(spec: JsonObject, view: Path): string | undefined {
  const mark = valueAt(spec, [...view, "mark"]);
  const name = isObject(mark) ? mark.type : mark;
  return typeof name === "string" ? name : undefined;
}

/** The rows that an author picked, in the order of the transforms. */
export function readFilters(spec: JsonObject): RowFilter[] {
  return transformsOf(spec).flatMap((step) => readFilter(step) ?? []);
}

/** Shows the rows of one value only, in place of what was picked of its column before. */
export function withOnly(spec: JsonObject, { field, value }: Subject): JsonObject {
  const rest = transformsOf(spec).filter((step) => readFilter(step)?.field !== field);
  return writeTransforms(spec, [writeFilter({ field, values: [value], isKept: true }), ...rest]);
}

/** Leaves out the rows of a value. */
export function withoutValue(spec: JsonObject, { field, value }: Subject): JsonObject {
  const before = readFilters(spec).find((each) => each.field === field && !each.isKept);
  const values = [...(before?.values ?? []).filter((each) => !isSameCell(each, value)), value];
  const rest = transformsOf(spec).filter((step) => {
    const filter = readFilter(step);
    return filter === undefined || filter.field !== field || filter.isKept;
  });
  return writeTransforms(spec, [writeFilter({ field, values, isKept: false }), ...rest]);
}

/** Shows all rows of a column again. */
export function withoutFilter(spec: JsonObject, field: string): JsonObject {
  return writeTransforms(
    spec,
    transformsOf(spec).filter((step) => readFilter(step)?.field !== field),
  );
}

function writeFilter({ field, values, isKept }: RowFilter): JsonObject {
  const test = { field: escapeField(field), oneOf: values };
  return { filter: isKept ? test : { not: test } };
}

/** New names of a column's values. */
export function readNames(spec: JsonObject, field: string): Names {
  const found = transformsOf(spec).flatMap((step) => readRename(step) ?? []);
  return found.find((each) => each.field === field)?.names ?? new Map();
}

/** Shows a value by another name wherever the chart names it; an empty name gives the old one back. */
export function withName(spec: JsonObject, { field, value }: Subject, name: string): JsonObject {
  if (typeof value !== "string") return spec;
  const before = readNames(spec, field);
  const shown = before.get(value) ?? value;
  const names = new Map(before);
  if (name === "" || name === value) names.delete(value);
  else names.set(value, name);
  const rest = transformsOf(spec).filter((step) => readRename(step)?.field !== field);
  // After the filters, which mean the old names.
  const filters = rest.filter((step) => readFilter(step) !== undefined);
  const others = rest.filter((step) => readFilter(step) === undefined);
  const rename = names.size === 0 ? [] : [writeRename(field, names)];
  const renamed = writeTransforms(spec, [...filters, ...rename, ...others]);
  return replaceName(renamed, shown, names.get(value) ?? value);
}

/** Scales and orders know a value by the name that it is shown by. */
function replaceName(spec: JsonObject, from: string, to: string): JsonObject {
  const view = viewPath(spec);
  if (view === null || from === to) return spec;
  const paths: Path[] = ["color", "x", "y", "xOffset", "yOffset"].flatMap((channel) => {
    const path = channelPath(spec, view, channel);
    return [
      [...path, "scale", "domain"],
      [...path, "sort"],
    ];
  });
  return paths.reduce((current, path) => {
    const list = valueAt(current, path);
    if (!Array.isArray(list) || !list.includes(from)) return current;
    return withValueAt(
      current,
      path,
      list.map((each) => (each === from ? to : each)),
    );
  }, spec);
}

function transformsOf(spec: JsonObject): Json[] {
  return Array.isArray(spec.transform) ? spec.transform : [];
}

function writeTransforms(spec: JsonObject, transforms: readonly Json[]): JsonObject {
  return withValueAt(spec, ["transform"], transforms.length === 0 ? undefined : [...transforms]);
}
