import { isObject, type Json, type JsonObject } from "../draw-request.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { channel, columnType, distinct, isDiscrete, isMeasure, markType, part, plainField } from "./encoding.ts";
import type { Scene } from "./scene.ts";

const smallestPanel = 200;
/** A panel with one lying bar: higher, the bar would be a wall. */
const singleBar = 48;

/** A lower plot shows no shape. */
const lowestPlot = 200;

/** Returns the height of a plot without rows: half of its width, or what a low place has room for, or what a place has to fill. */
export function defaultHeight({ width, mostHeight = Number.POSITIVE_INFINITY, fillsHeight }: Scene): number {
  const usual = fillsHeight ? width : Math.max(220, Math.min(width * 0.5, 420));
  return Math.round(Math.max(lowestPlot, Math.min(usual, mostHeight)));
}

export interface Rows {
  count: number;
  /** Pixels that a row has where there is room. */
  step: number;
  /** Pixels that a row needs so that its label is readable. */
  least: number;
  /** Pixels above and below all rows. */
  around: number;
  /** As many pixels where there is little room. */
  leastAround?: number;
  most: number;
}

/** Gives a plot of rows the height that they want, or less of it where the place is low; never less than labels need. */
export function fitRows(scene: Scene, { count, step, least, around, leastAround = around, most }: Rows) {
  if (scene.isHeightFixed) return;
  const wanted = Math.min(most, count * step + around);
  const needed = Math.min(wanted, count * least + leastAround);
  scene.height = Math.max(needed, Math.min(wanted, scene.mostHeight ?? wanted));
}

/** True for plots of several panels, whose size follows from the panels'. */
export function hasPanels(spec: JsonObject): boolean {
  const { encoding } = spec;
  const isFaceted = isObject(encoding) && (encoding.facet ?? encoding.row ?? encoding.column) !== undefined;
  return isFaceted || ["facet", "repeat", "concat", "hconcat", "vconcat"].some((key) => spec[key] !== undefined);
}

/** How wide the panels of a plot are at first; what that comes to is measured afterwards. */
export function panelWidth(scene: Scene): number {
  const columns = panelColumns(scene);
  return Math.max(60, Math.floor((scene.width - 50 - (columns - 1) * 24) / columns));
}

const lowestPanel = 90;

/** Returns how high the panels of a plot are at first. */
export function panelHeight(scene: Scene, width: number): number {
  if (hasSingleBars(scene.spec)) return singleBar;
  return Math.round(Math.max(110, Math.min(width * 0.66, 300), scene.leastPanel ?? 0));
}

/** Returns the height of panels in a place that is lower than the picture that they came to. */
export function lowerPanels(scene: Scene, height: number, pictureHeight: number): number {
  const lowest = Math.max(lowestPanel, scene.leastPanel ?? 0);
  if (scene.mostHeight === undefined || pictureHeight <= scene.mostHeight || height <= lowest) return height;
  return Math.max(lowest, Math.floor((height * scene.mostHeight) / pictureHeight));
}

/** Gives every panel the same size. */
export function sizePanels(scene: Scene, width: number, height: number) {
  const size = (view: JsonObject) => {
    if (view.layer || view.mark) Object.assign(view, { width, height });
    for (const key of ["concat", "hconcat", "vconcat"]) {
      const views = view[key];
      if (Array.isArray(views)) views.filter(isObject).forEach(size);
    }
    if (isObject(view.spec)) size(view.spec);
  };
  size(scene.spec);
  scene.spec.autosize = { type: "pad", contains: "padding" };
  scene.spec.spacing ??= 24;
}

/** True for panels of one bar each, which has a length and no name beside it. */
function hasSingleBars({ encoding, ...spec }: JsonObject): boolean {
  return markType(spec) === "bar" && isMeasure(channel(encoding, "x")) && !channel(encoding, "y");
}

/** How many panels stand beside each other; facets are wrapped so that each keeps a readable width. */
function panelColumns(scene: Scene): number {
  const { spec } = scene;
  const wide = Math.max(1, Math.floor(scene.width / smallestPanel));
  const fitting = isMany(scene) ? Math.max(wide, Math.min(2, Math.floor(scene.width / 140))) : wide;
  const wrapped = channel(spec.encoding, "facet");
  if (wrapped) {
    const panels = count(scene, wrapped);
    const most = Math.min(panels, fitting, 4, mostForNames(scene));
    // Full rows where that is possible: an axis below an empty place looks lost.
    const even = [most, most - 1, most - 2].find((columns) => columns > 1 && panels % columns === 0);
    wrapped.columns = even ?? most;
    return even ?? most;
  }
  const across = channel(spec.encoding, "column");
  if (across) return count(scene, across);
  if (Array.isArray(spec.hconcat)) return spec.hconcat.length;
  if (Array.isArray(spec.concat)) return columnsOf(spec, spec.concat.length, fitting);
  if (Array.isArray(spec.repeat)) return columnsOf(spec, spec.repeat.length, fitting);
  if (isObject(spec.repeat) && Array.isArray(spec.repeat.column)) return spec.repeat.column.length;
  const facet = isObject(spec.facet) ? spec.facet : undefined;
  if (facet && isObject(facet.column)) return count(scene, facet.column);
  if (facet?.field !== undefined) return columnsOf(spec, count(scene, facet), fitting);
  return 1;
}

/** Many panels are compared with each other: two stand side by side also where there is little room. */
function isMany(scene: Scene): boolean {
  const wrapped = channel(scene.spec.encoding, "facet");
  const few = scene.mostHeight === undefined ? 4 : 2;
  return wrapped !== undefined && markType(scene.spec) !== "bar" && count(scene, wrapped) > few;
}

/** How many panels stand beside each other so that the names below their bars have room. */
function mostForNames(scene: Scene): number {
  const x = channel(scene.spec.encoding, "x");
  const field = isDiscrete(x) ? plainField(x) : undefined;
  if (field === undefined || markType(scene.spec) !== "bar" || columnType(scene, field) !== "string") return 4;
  const names = distinct(scene.rows, field).map(String);
  const needed = names.length * (Math.max(...names.map((name) => textWidth(name, type.label))) + 10);
  const fitting = [4, 3, 2].find((columns) => (scene.width - 50 - (columns - 1) * 24) / columns >= needed);
  return fitting ?? 2;
}

function columnsOf(spec: JsonObject, panels: number, fitting: number): number {
  const asked: Json | undefined = spec.columns;
  const columns = Math.min(typeof asked === "number" && asked > 0 ? asked : panels, fitting, panels);
  spec.columns = columns;
  return columns;
}

function count(scene: Scene, definition: JsonObject): number {
  const field = plainField(definition);
  return field === undefined ? 1 : Math.max(1, distinct(scene.rows, field).length);
}

/** The name of the measure stands above the panels once, in place of the name of what divides them. */
export function namePanels(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  if (hasSingleBars(scene.spec)) {
    // The panel says what its bar measures.
    const axis = part(channel(encoding, "x") ?? {}, "axis");
    if (axis) axis.title = null;
    return;
  }
  // Lying bars have their measure on the other side.
  const isLying = isMeasure(channel(encoding, "x")) && isDiscrete(channel(encoding, "y"));
  const side = isLying && channel(encoding, "facet") ? "x" : "y";
  const measure = channel(encoding, side);
  const division = channel(encoding, "facet") ?? channel(encoding, "column");
  if (!division) return;
  const { axis: shown, title: name } = measure ?? {};
  const written = isObject(shown) && typeof shown.title === "string" ? shown.title : name;
  // Panels of several measures are named for them: their common column has no name of its own.
  const title = written === "Value" ? null : written;
  const header = part(division, "header");
  if (header) Object.assign(header, { title: isMeasure(measure) && title ? title : null, titleAnchor: "start" });
  const axis = isMeasure(measure) ? part(measure, "axis") : undefined;
  if (axis) axis.title = null;
}
