import type { ColumnType, DataColumn, Json, JsonObject } from "../draw-request.ts";
import { isObject } from "../draw-request.ts";
import { escapeField, unescapeField } from "../plot/encoding.ts";
import { channelPath, viewPath } from "./plot-view.ts";
import { objectAt, type Path, valueAt, withValueAt } from "./spec-path.ts";

/** Marks that the form offers; a specification may have others. */
export const plotMarks = [
  "bar",
  "line",
  "area",
  "point",
  "circle",
  "arc",
  "rect",
  "tick",
  "boxplot",
  "geoshape",
] as const;
export const aggregates = ["sum", "mean", "median", "min", "max", "count", "distinct"] as const;
export const timeUnits = [
  "year",
  "yearquarter",
  "yearmonth",
  "yearweek",
  "yearmonthdate",
  "month",
  "day",
  "hours",
] as const;
export const sorts = ["ascending", "descending", "value", "-value", "none"] as const;
export const stackings = ["stacked", "grouped", "normalized", "overlaid"] as const;

/** The channels of the form, in its order. An arc has an angle in place of both axes, a map the shapes of places. */
export const channels = ["x", "y", "theta", "shape", "color", "size", "facet"] as const;
export type Channel = (typeof channels)[number];

/** Form state of a channel. "" stands for the theme's default; unknown values are kept and shown. */
export interface ChannelForm {
  /** "" where nothing is shown on this channel. */
  field: string;
  aggregate: string;
  timeUnit: string;
  isBinned: boolean;
  sort: string;
  title: string;
  format: string;
  /** "" linear, or "log", "sqrt", "symlog". */
  scale: string;
  /** First and last number of an axis; "" where the data decide. */
  min: string;
  max: string;
}

export type ChannelKey = keyof ChannelForm;

/** A plot as the form shows it. */
export interface PlotForm {
  mark: string;
  stacking: string;
  subtitle: string;
  channels: Record<Channel, ChannelForm>;
}

/** One answer in the form. */
export type PlotChange =
  | { on: "mark" | "stacking" | "subtitle"; value: string }
  | { on: Channel; key: Exclude<ChannelKey, "isBinned">; value: string }
  | { on: Channel; key: "isBinned"; value: boolean };

/** Null where the specification consists of several views. */
export function readPlot(spec: JsonObject): PlotForm | null {
  const view = viewPath(spec);
  if (view === null) return null;
  const read = (channel: Channel) => readChannel(spec, channelPath(spec, view, channel), channel);
  return {
    mark: textAt(spec, markPath(spec, view)),
    stacking: readStacking(spec, view),
    subtitle: readSubtitle(spec),
    channels: {
      x: read("x"),
      y: read("y"),
      theta: read("theta"),
      shape: read("shape"),
      color: read("color"),
      size: read("size"),
      facet: read("facet"),
    },
  };
}

/** The specification after one answer; what the form does not know stays. Without a change it is the very same object. */
export function changePlot(spec: JsonObject, change: PlotChange, columns: readonly DataColumn[]): JsonObject {
  const view = viewPath(spec);
  const form = readPlot(spec);
  if (view === null || form === null) return spec;
  switch (change.on) {
    case "mark":
      return change.value === form.mark ? spec : changeMark(spec, view, change.value);
    case "stacking":
      return change.value === form.stacking ? spec : changeStacking(spec, view, change.value);
    case "subtitle":
      return change.value === form.subtitle ? spec : changeSubtitle(spec, change.value);
    default:
      if (form.channels[change.on][change.key] === change.value) return spec;
      return changeChannel(spec, channelPath(spec, view, change.on), change, columns);
  }
}

function textAt(spec: JsonObject, path: Path): string {
  const value = valueAt(spec, path);
  return typeof value === "string" ? value : "";
}

function markPath(spec: JsonObject, view: Path): Path {
  const path = [...view, "mark"];
  return isObject(valueAt(spec, path)) ? [...path, "type"] : path;
}

/** A pie tells by angles, and a map by colors, what other marks tell along an axis. */
function changeMark(spec: JsonObject, view: Path, mark: string): JsonObject {
  const before = familyOf(textAt(spec, markPath(spec, view)));
  const marked = withValueAt(spec, markPath(spec, view), mark);
  if (before === familyOf(mark)) return marked;
  const take = (channel: string) => valueAt(spec, channelPath(spec, view, channel));
  const parts = { pie: take("color"), map: named(take("shape")), axes: undefined }[before];
  const measure = { pie: take("theta"), map: take("color"), axes: undefined }[before];
  const [x, y, color] = before === "axes" ? [take("x"), take("y"), take("color")] : [parts, measure, undefined];
  const moved = {
    pie: { shape: undefined, ...arcChannels(x, y, color) },
    map: { theta: undefined, ...mapChannels(x, y, color) },
    axes: { x, y, theta: undefined, shape: undefined, color },
  }[familyOf(mark)];
  return Object.entries(moved).reduce(
    (current, [channel, value]) => withValueAt(current, channelPath(spec, view, channel), value),
    marked,
  );
}

function familyOf(mark: string): "pie" | "map" | "axes" {
  return mark === "arc" ? "pie" : mark === "geoshape" ? "map" : "axes";
}

/** Places are names on an axis. */
function named(shape: Json | undefined): Json | undefined {
  return isObject(shape) ? { ...shape, type: "nominal" } : shape;
}

/** Returns the channels of a map: the names of places are its shapes, and the measure colors them. */
function mapChannels(x: Json | undefined, y: Json | undefined, color: Json | undefined) {
  const { theta, color: places } = arcChannels(x, y, undefined);
  const shape = isObject(places) ? { field: places.field, type: "geojson" } : undefined;
  const { stack: _stack, ...measure } = isObject(theta) ? theta : {};
  return { shape, color: color ?? (isObject(theta) ? measure : undefined), x: undefined, y: undefined };
}

function arcChannels(x: Json | undefined, y: Json | undefined, color: Json | undefined) {
  const isMeasure = (definition: Json | undefined) =>
    isObject(definition) && (definition.type === "quantitative" || definition.aggregate !== undefined);
  const [measure, parts] = isMeasure(x) && !isMeasure(y) ? [x, y] : [y, x];
  return { theta: measure, color: parts ?? color, x: undefined, y: undefined };
}

function readSubtitle(spec: JsonObject): string {
  const subtitle = valueAt(spec, ["title", "subtitle"]);
  return Array.isArray(subtitle) ? subtitle.join(" ") : typeof subtitle === "string" ? subtitle : "";
}

function changeSubtitle(spec: JsonObject, subtitle: string): JsonObject {
  const { title } = spec;
  const kept: JsonObject | undefined = isObject(title) ? title : title === undefined ? undefined : { text: title };
  const next = withValueAt({ title: kept }, ["title", "subtitle"], subtitle === "" ? undefined : subtitle).title;
  // Vega-Lite wants a text beside a subtitle; the chart's title stands above the drawing.
  if (isObject(next) && subtitle !== "") return { ...spec, title: { text: "", ...next } };
  const isBlank = isObject(next) && next.text === "" && Object.keys(next).length === 1;
  return withValueAt(spec, ["title"], isBlank ? undefined : next);
}

/** Along which axis values are: the one that is counted or summed, or is a number where the other is none. */
function measureChannel(spec: JsonObject, view: Path): "x" | "y" {
  const definition = (channel: string) => objectAt(spec, channelPath(spec, view, channel));
  const [x, y] = [definition("x"), definition("y")];
  const weight = (each: JsonObject | undefined) =>
    (each?.aggregate !== undefined ? 4 : 0) +
    (each?.stack !== undefined ? 2 : 0) +
    (each?.type === "quantitative" && !each.bin ? 1 : 0);
  return weight(x) > weight(y) ? "x" : "y";
}

const offsets = { x: "yOffset", y: "xOffset" } as const;

function readStacking(spec: JsonObject, view: Path): string {
  const measure = measureChannel(spec, view);
  if (valueAt(spec, channelPath(spec, view, offsets[measure])) !== undefined) return "grouped";
  const stack = valueAt(spec, [...channelPath(spec, view, measure), "stack"]);
  if (stack === "normalize") return "normalized";
  if (stack === null || stack === false) return "overlaid";
  return stack === undefined || stack === true || stack === "zero" ? "stacked" : String(stack);
}

function changeStacking(spec: JsonObject, view: Path, stacking: string): JsonObject {
  const measure = measureChannel(spec, view);
  const offset = channelPath(spec, view, offsets[measure]);
  const stack = { normalized: "normalize", overlaid: null }[stacking];
  const field = valueAt(spec, [...channelPath(spec, view, "color"), "field"]);
  // Without a colour there is nothing to stand side by side.
  if (stacking === "grouped" && field === undefined) return spec;
  const grouped = withValueAt(spec, offset, stacking === "grouped" ? { field } : undefined);
  if (objectAt(grouped, channelPath(grouped, view, measure)) === undefined) return grouped;
  return withValueAt(grouped, [...channelPath(grouped, view, measure), "stack"], stack);
}

function readChannel(spec: JsonObject, path: Path, channel: Channel): ChannelForm {
  const text = (...inner: string[]) => textAt(spec, [...path, ...inner]);
  return {
    field: unescapeField(text("field")),
    aggregate: text("aggregate"),
    timeUnit: text("timeUnit"),
    isBinned: valueAt(spec, [...path, "bin"]) === true || objectAt(spec, [...path, "bin"]) !== undefined,
    sort: readSort(valueAt(spec, [...path, "sort"]), channel),
    title: text(...titlePath(spec, path)),
    format: text(...formatPath(channel)),
    scale: text("scale", "type"),
    min: numberText(valueAt(spec, [...path, "scale", "domainMin"])),
    max: numberText(valueAt(spec, [...path, "scale", "domainMax"])),
  };
}

function numberText(value: Json | undefined): string {
  return typeof value === "number" ? String(value) : "";
}

function writtenNumber(text: string): number | undefined {
  return text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

/** Path of a channel's title, relative to the channel. */
function titlePath(spec: JsonObject, path: Path): string[] {
  const guide = ["axis", "legend", "header"].find((name) => valueAt(spec, [...path, name, "title"]) !== undefined);
  return guide === undefined ? ["title"] : [guide, "title"];
}

function formatPath(channel: Channel): string[] {
  if (channel === "x" || channel === "y") return ["axis", "format"];
  if (channel === "facet") return ["header", "format"];
  return channel === "theta" || channel === "shape" ? ["format"] : ["legend", "format"];
}

const otherAxis: Partial<Record<Channel, string>> = { x: "y", y: "x", color: "theta" };

/** "value" is by what the other axis shows. A list or an order of its own is "custom" and stays until another is chosen. */
function readSort(sort: Json | undefined, channel: Channel): string {
  if (sort === undefined) return "";
  if (sort === null) return "none";
  if (sort === otherAxis[channel]) return "value";
  if (sort === `-${otherAxis[channel]}`) return "-value";
  return sort === "ascending" || sort === "descending" ? sort : "custom";
}

function writtenSort(sort: string, channel: Channel): Json | undefined {
  if (sort === "") return undefined;
  if (sort === "none") return null;
  if (sort === "value") return otherAxis[channel];
  return sort === "-value" ? `-${otherAxis[channel]}` : sort;
}

type ChannelChange = Exclude<PlotChange, { on: "mark" | "stacking" | "subtitle" }>;

function changeChannel(
  spec: JsonObject,
  path: Path,
  change: ChannelChange,
  columns: readonly DataColumn[],
): JsonObject {
  const set = (inner: string[], value: Json | undefined) => withValueAt(spec, [...path, ...inner], value);
  const text = change.value === "" ? undefined : change.value;
  switch (change.key) {
    case "field":
      return changeField(spec, path, change.value, columns);
    case "aggregate":
      return changeAggregate(spec, path, change.value, columns);
    case "timeUnit":
      return withType(set(["timeUnit"], text), path, columns);
    case "isBinned":
      return withType(set(["bin"], change.value ? true : undefined), path, columns);
    case "sort":
      return change.value === "custom" ? spec : set(["sort"], writtenSort(change.value, change.on));
    case "title":
      return set(titlePath(spec, path), text);
    case "format":
      return set(formatPath(change.on), text);
    case "scale":
      return set(["scale", "type"], text);
    case "min":
      return set(["scale", "domainMin"], writtenNumber(change.value));
    case "max":
      return set(["scale", "domainMax"], writtenNumber(change.value));
  }
}

function changeField(spec: JsonObject, path: Path, field: string, columns: readonly DataColumn[]): JsonObject {
  if (field === "") return withValueAt(spec, path, undefined);
  const before = objectAt(spec, path);
  const next: JsonObject = { ...before, field: escapeField(field) };
  // A fixed value gives way, and what only fitted the old column goes with it.
  for (const key of ["value", "datum"]) delete next[key];
  if (Array.isArray(next.sort) || isObject(next.sort)) delete next.sort;
  const type = columns.find((column) => column.name === field)?.type;
  if (type !== "date" && type !== "datetime") delete next.timeUnit;
  if (type !== "number" && type !== "integer") {
    delete next.bin;
    if (next.aggregate !== "count" && next.aggregate !== "distinct") delete next.aggregate;
  }
  return withType(withValueAt(spec, path, next), path, columns);
}

function changeAggregate(spec: JsonObject, path: Path, aggregate: string, columns: readonly DataColumn[]): JsonObject {
  const next = withValueAt(spec, [...path, "aggregate"], aggregate === "" ? undefined : aggregate);
  return withType(next, path, columns);
}

/** Writes a channel's type into the specification if the columns tell it. */
function withType(spec: JsonObject, path: Path, columns: readonly DataColumn[]): JsonObject {
  const definition = objectAt(spec, path);
  if (!definition) return spec;
  if (definition.aggregate !== undefined || definition.bin) return withValueAt(spec, [...path, "type"], "quantitative");
  if (definition.timeUnit !== undefined) return withValueAt(spec, [...path, "type"], "temporal");
  const name = typeof definition.field === "string" ? unescapeField(definition.field) : undefined;
  const column = columns.find((each) => each.name === name);
  if (column === undefined) return spec;
  if (path.at(-1) === "shape") return withValueAt(spec, [...path, "type"], "geojson");
  // A facet and a shape cannot be numbers on a scale.
  const type = path.at(-1) === "facet" ? "nominal" : typeOf(column.type);
  return withValueAt(spec, [...path, "type"], type);
}

export function typeOf(type: ColumnType): "quantitative" | "temporal" | "nominal" {
  if (type === "number" || type === "integer") return "quantitative";
  return type === "date" || type === "datetime" ? "temporal" : "nominal";
}
