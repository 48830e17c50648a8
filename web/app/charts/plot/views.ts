import { isObject, type Json, type JsonObject } from "../draw-request.ts";
import { categorical } from "../palette.ts";
import { asPeriods } from "./bars.ts";
import { channel, columnType, fill, isMeasure, markOf, markType, part, plainField, visitObjects } from "./encoding.ts";
import { loosenAxis } from "./points.ts";
import { humanName } from "./prepare.ts";
import type { Scene } from "./scene.ts";
import { panelWidth } from "./sizes.ts";

const points = ["point", "circle", "square", "text"];

/** Plots of several layers or panels: each view gets what a plot of its own would get. */
export function polishViews(scene: Scene) {
  const panels = { ...scene, width: hasPanelList(scene.spec) ? panelWidth(scene) : scene.width };
  visitObjects(scene.spec, (object) => {
    if (Array.isArray(object.layer)) polishLayers(panels, object.layer.filter(isObject), object);
    else if (object.mark !== undefined && object !== scene.spec) polishUnit(panels, object, [object]);
  });
}

function hasPanelList(spec: JsonObject): boolean {
  return ["concat", "hconcat", "vconcat", "repeat"].some((key) => spec[key] !== undefined);
}

function polishLayers(scene: Scene, layers: JsonObject[], parent: JsonObject) {
  const views = layers.filter((layer) => layer.mark !== undefined);
  const all = isObject(parent.encoding) ? [parent, ...views] : views;
  keyPoints(scene, views);
  for (const view of views) polishUnit(scene, view, all);
  const hasBars = views.some((view) => markType(view) === "bar");
  const scales = isObject(parent.resolve) && isObject(parent.resolve.scale) ? parent.resolve.scale : {};
  for (const side of ["x", "y"]) {
    if (scales[side] === "independent") tellApart(scene, views, side);
    else nameOnce(all, side);
  }
  for (const view of views) {
    // A limit or an error that stands on bars must be seen on them.
    if (markType(view) === "rule" && hasBars) view.mark = { color: scene.colors.ink, ...markOf(view) };
  }
}

function polishUnit(scene: Scene, view: JsonObject, group: JsonObject[]) {
  const type = markType(view) ?? "";
  const x = group.map((each) => channel(each.encoding, "x")).find((each) => each !== undefined);
  const field = plainField(x);
  if (type === "bar" && x?.type === "temporal" && field !== undefined && !group.some(hasEnd)) {
    for (const each of group) {
      const definition = channel(each.encoding, "x");
      if (plainField(definition) === field && definition) asPeriods(scene, definition, field);
    }
  }
  // Words with places of their own stand on the axes that the marks have.
  if (points.includes(type) && view.data === undefined) {
    for (const side of ["x", "y"]) {
      const definition = channel(view.encoding, side);
      const isRepeated = isObject(definition?.field);
      if (isRepeated && isMeasure(definition)) fill(definition, "scale", { zero: false });
      else loosenAxis(scene, definition);
    }
  }
  if (type !== "bar" || markOf(view).type === undefined) return;
  const y = channel(view.encoding, "y");
  if (isMeasure(y) && columnType(scene, plainField(y)) !== undefined) fill(y, "axis", { grid: true });
}

function hasEnd(view: JsonObject): boolean {
  return isObject(view.encoding) && (view.encoding.x2 ?? view.encoding.y2) !== undefined;
}

/** The first layer that says what an axis measures says it for all. */
function nameOnce(views: JsonObject[], side: string) {
  const definitions = views.map((view) => channel(view.encoding, side)).filter((each) => each !== undefined);
  const [first, ...others] = definitions.filter((each) => each.field !== undefined || each.aggregate !== undefined);
  if (!first) return;
  // An explicit title takes precedence over the column name.
  const written = definitions.find((each) => nameOf(each) !== undefined && nameOf(each) !== columnName(each));
  const title = nameOf(written ?? first) ?? null;
  if (isObject(first.axis)) delete first.axis.title;
  first.title = title;
  for (const definition of others) {
    definition.title = title;
    if (isObject(definition.axis)) delete definition.axis.title;
  }
}

function nameOf({ axis, title }: JsonObject): Json | undefined {
  return isObject(axis) ? (axis.title ?? title) : title;
}

function columnName(definition: JsonObject): string | undefined {
  const field = plainField(definition);
  return field === undefined ? undefined : humanName(field);
}

const keyed = ["point", "circle", "square"];

/** Points of several columns on one axis: a key says which are which. */
function keyPoints(scene: Scene, views: JsonObject[]) {
  const dots = views.filter((view) => keyed.includes(markType(view) ?? "") && isObject(view.encoding));
  const isOpen = (view: JsonObject) =>
    !["color", "fill", "stroke"].some((name) => channel(view.encoding, name)) && markOf(view).color === undefined;
  const names = dots.map((view) => {
    const sides = ["x", "y"].map((side) => channel(view.encoding, side)).filter(isMeasure);
    return sides.length === 1 && sides[0] ? columnName(sides[0]) : undefined;
  });
  const known = names.filter((name) => name !== undefined);
  if (dots.length < 2 || !dots.every(isOpen) || new Set(known).size < dots.length) return;
  dots.forEach((view, index) => {
    view.mark = { size: 90, opacity: 1, ...markOf(view) };
    const scale = { domain: known, range: categorical[scene.theme].slice(0, known.length) };
    const color = { datum: known[index], type: "nominal", scale, legend: { title: null, symbolType: "circle" } };
    view.encoding = { ...(view.encoding as JsonObject), color } as JsonObject;
  });
}

/** Two scales beside each other: each in the colour of its marks, with its name at its own side. */
function tellApart(scene: Scene, views: JsonObject[], side: string) {
  views.forEach((view, index) => {
    const definition = channel(view.encoding, side);
    const color = categorical[scene.theme][index];
    if (!definition || color === undefined || channel(view.encoding, "color")) return;
    view.mark = { color, ...markOf(view) };
    const axis = part(definition, "axis");
    if (axis) Object.assign(axis, { titleColor: color, labelColor: color, grid: index === 0 });
  });
}
