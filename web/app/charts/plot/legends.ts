import { isObject, type Json, type JsonObject } from "../draw-request.ts";
import { answers, categorical, orderedColors, other } from "../palette.ts";
import type { Row } from "../rows.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { distinguishTicks } from "./axes.ts";
import { granularity } from "./dates.ts";
import {
  channel,
  channelDefinitions,
  columnType,
  distinct,
  isDiscrete,
  isMeasure,
  markType,
  numbers,
  part,
  plainField,
  totals,
  visitObjects,
} from "./encoding.ts";
import { byTotal, calendarOrder, isRest } from "./order.ts";
import type { Scene } from "./scene.ts";

const mostColors = 9;

/** Legends above the chart, in as many columns as fit, in the order in which the marks are met. */
export function polishLegends(scene: Scene) {
  visitObjects(scene.spec, (object) => {
    if (!isObject(object.encoding)) return;
    const mark = markType(object) ?? layerMark(object);
    for (const name of ["color", "fill", "stroke", "shape", "strokeDash", "size"]) {
      const definition = channel(object.encoding, name);
      if (definition && definition.scale !== null) polishLegend(scene, definition, object.encoding, name, mark);
    }
  });
}

function polishLegend(
  scene: Scene,
  definition: JsonObject,
  encoding: JsonObject,
  name: string,
  mark: string | undefined,
) {
  const legend = part(definition, "legend");
  const y = channel(encoding, "y");
  // The title of the axis stands above it, where the legend would be.
  if (legend && y && (y.bin || isMeasure(y)) && y.axis !== null && legend.orient === undefined) legend.offset ??= 30;
  if (isDiscrete(definition)) {
    // One series needs no key.
    const field = plainField(definition);
    if (field !== undefined && distinct(scene.rows, field).length === 1) definition.legend = null;
    // Nor do series that stand beside their names.
    if (isDiscrete(y) && y.axis !== null && plainField(y) === field && !encoding.x2) definition.legend = null;
    if (name === "color") orderColors(scene, definition, encoding);
    nameCategories(scene, definition, mark);
  } else if (legend && isMeasure(definition)) {
    legend.tickCount ??= 3;
    const field = plainField(definition);
    if (field !== undefined) distinguishTicks(legend, numbers(scene.rows, field), 3);
  }
}

/** Height of legends with more than one row and of those below a plot. */
export function legendHeight(scene: Scene): number {
  let [above, below] = [0, 0];
  visitObjects(scene.spec, (object) => {
    for (const [, definition] of channelDefinitions(object.encoding)) {
      const { legend } = definition;
      if (!isObject(legend)) continue;
      if (legend.orient === "bottom") below = Math.max(below, 56);
      else if (typeof legend.columns === "number") {
        const field = plainField(definition);
        const shown = Array.isArray(legend.values) ? legend.values : field ? distinct(scene.rows, field) : [];
        above = Math.max(above, (Math.ceil(shown.length / legend.columns) - 1) * 20);
      }
    }
  });
  return above + below;
}

function layerMark(object: JsonObject): string | undefined {
  const first = Array.isArray(object.layer) ? object.layer[0] : undefined;
  return isObject(first) ? markType(first) : undefined;
}

function nameCategories(scene: Scene, definition: JsonObject, mark: string | undefined) {
  const field = plainField(definition);
  const legend = part(definition, "legend");
  if (!legend || field === undefined) return;
  const values = distinct(scene.rows, field);
  const times = values.filter((value): value is number => typeof value === "number");
  const column = columnType(scene, field);
  legend.title ??= null;
  definition.title = values.every((value) => typeof value === "number") && column !== "date" ? definition.title : null;
  if ((column === "date" || column === "datetime") && times.length > 0) {
    legend.labelExpr = `portolanDate(datum.value, "${granularity(times)}")`;
  }
  const symbols: Record<string, string> = {
    bar: "square",
    area: "square",
    rect: "square",
    arc: "square",
    line: "stroke",
    trail: "stroke",
  };
  legend.symbolType ??= symbols[mark ?? ""] ?? "circle";
  legend.symbolOpacity ??= 1;
  const shown = Array.isArray(legend.values) ? legend.values : values;
  const widest = Math.max(0, ...shown.map((value) => Math.min(160, textWidth(String(value), type.label))));
  legend.columns ??= Math.max(1, Math.min(shown.length, Math.floor((scene.width - 20) / (widest + 38))));
}

/** The values that are there, in this order; those that it does not name come last. */
function inOrder(values: readonly Row[string][], order: readonly unknown[]): Row[string][] {
  const named = order.filter((value): value is Row[string] => values.includes(value as Row[string]));
  return [...named, ...values.filter((value) => !named.includes(value))];
}

/** Bars beside each other stand in the order of their key. */
function sortOffsets(encoding: JsonObject, field: string, order: Json | undefined) {
  if (!Array.isArray(order)) return;
  for (const name of ["xOffset", "yOffset"]) {
    const offset = channel(encoding, name);
    if (offset && plainField(offset) === field) offset.sort ??= [...order];
  }
}

const denied = /\b(?:dis(?:agree|satisfied|like)|un(?:satisfied|likely|happy|important)|not at all)/i;
const affirmed = /\b(?:agree|satisfied|likely|happy|important|like)\b/i;

/** Returns the colors of answers from "Strongly disagree" to "Strongly agree", in this order or the other one. */
function answerColors(values: readonly unknown[], theme: Scene["theme"]): string[] | undefined {
  const [first, last] = [String(values[0]), String(values.at(-1))];
  const isDenied = (text: string) => denied.test(text);
  const isAffirmed = (text: string) => affirmed.test(text) && !denied.test(text);
  const isRising = isDenied(first) && isAffirmed(last);
  if (!isRising && !(isAffirmed(first) && isDenied(last))) return undefined;
  const [low, lower, middle, higher, high] = answers[theme];
  const colors =
    values.length === 5
      ? [low, lower, middle, higher, high]
      : values.length === 4
        ? [low, lower, higher, high]
        : values.length === 3
          ? [low, middle, high]
          : undefined;
  return isRising ? colors : colors?.reverse();
}

/** Numbers and dates that name series, such as years, get the colors of a ramp in their order. */
function rankColors(scene: Scene, field: string, scale: JsonObject) {
  const values = distinct(scene.rows, field).sort((one, another) => Number(one) - Number(another));
  const chosen = scene.chosenColors.get(field);
  const colors = orderedColors(values.length, scene.theme);
  scale.domain = values as Json[];
  scale.range = values.map((value, place) => chosen?.get(value) ?? colors[place] ?? other[scene.theme]);
}

/** The largest category gets the first colour; what is beyond the palette is gray. */
function orderColors(scene: Scene, color: JsonObject, encoding: JsonObject) {
  const field = plainField(color);
  const scale = part(color, "scale");
  if (field === undefined || !scale) return;
  const chosen = scene.chosenColors.get(field);
  if (scale.domain || scale.range || scale.scheme) {
    sortOffsets(encoding, field, scale.domain);
    return;
  }
  const measure = [channel(encoding, "y"), channel(encoding, "x"), channel(encoding, "theta")].find(isMeasure);
  const values = distinct(scene.rows, field);
  const isText = values.every((value) => typeof value === "string");
  const order = calendarOrder(values) ?? (measure && isText ? byTotal(totals(scene.rows, field, measure)) : undefined);
  if (Array.isArray(color.sort)) scale.domain = inOrder(values, color.sort);
  else if (order) scale.domain = order;
  const domain = Array.isArray(scale.domain) ? scale.domain : values;
  if (color.type === "ordinal" && !isText && !order) {
    rankColors(scene, field, scale);
    sortOffsets(encoding, field, scale.domain);
    return;
  }
  const palette = answerColors(domain, scene.theme) ?? categorical[scene.theme];
  const isKept = (index: number) => domain.length <= mostColors || index < mostColors - 1;
  scale.range = domain.map((name, index) => {
    const automatic = isRest(name as string) || !isKept(index) ? other[scene.theme] : palette[index];
    return chosen?.get(name as string) ?? automatic ?? other[scene.theme];
  });
  if (!scale.domain) scale.domain = domain as string[];
  sortOffsets(encoding, field, domain);
  if (domain.length <= mostColors || color.legend === null) return;
  color.legend = {
    ...(isObject(color.legend) ? color.legend : {}),
    values: domain.filter((_, index) => isKept(index)),
  };
  scene.notes.push(`Colours name the ${mostColors - 1} largest of ${domain.length}; the others are gray.`);
}
