import { isObject, type JsonObject } from "../draw-request.ts";
import { formatAlike, formatNumber, type NumberStyle, titledStyle } from "../numbers.ts";
import { inkOn } from "../palette.ts";
import type { Row } from "../rows.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { isShare as isShareColumn } from "./axes.ts";
import { addValues, labelStyle } from "./bars.ts";
import { channel, distinct, fill, isDiscrete, isMeasure, markType, numbers, plainField } from "./encoding.ts";
import type { Scene } from "./scene.ts";
import { defaultHeight } from "./sizes.ts";

/** Columns of the drawing's own; what begins so is told to no one. */
const words = "__words";
const ink = "__ink";
const rank = "__rank";

/** Bars with series carry their values where these fit; comes after the colours are given out. */
export function labelSeries(scene: Scene) {
  const { encoding, transform } = scene.spec;
  if (scene.labels === "none" || markType(scene.spec) !== "bar" || !isObject(encoding) || transform !== undefined)
    return;
  if (["facet", "row", "column", "x2", "y2", "order"].some((name) => encoding[name] !== undefined)) return;
  if (encoding.xOffset || encoding.yOffset) labelGroups(scene, encoding);
  else labelParts(scene, encoding);
}

const mostGrouped = 30;

/** Bars beside each other: all of them carry their values, or none. */
function labelGroups(scene: Scene, encoding: JsonObject) {
  const sides = sidesOf(encoding);
  const names = sides && plainField(sides.category);
  const measure = sides && plainField(sides.value);
  const series = plainField(channel(encoding, sides?.isUpright ? "xOffset" : "yOffset"));
  if (!sides || names === undefined || measure === undefined || series === undefined) return;
  const values = numbers(scene.rows, measure);
  const groups = distinct(scene.rows, names).length;
  const most = scene.labels === "all" ? Number.POSITIVE_INFINITY : Math.min(mostGrouped, groups * 12);
  if (values.some((value) => value < 0) || scene.rows.length > most) return;
  const breadth = ((scene.width - 60) / groups) * 0.78 * (1 / distinct(scene.rows, series).length);
  const style = labelStyle(scene, values, sides.isUpright ? breadth : undefined);
  const write = (value: number) => (style ? formatAlike(value, style) : formatNumber(value));
  const widest = Math.max(...values.map((value) => textWidth(write(value), type.label)));
  if (sides.isUpright && widest > breadth) return;
  const legend = channel(encoding, "color")?.legend;
  // The name of the measure moves up from the values.
  if (sides.isUpright && isObject(legend) && legend.orient === undefined) legend.offset = 42;
  addValues(scene, encoding, sides.value, sides.isUpright ? "x" : "y", sides.isUpright ? breadth : undefined);
}

/** Parts of stacked bars: those that have the room carry their values. */
function labelParts(scene: Scene, encoding: JsonObject) {
  const stack = stackOf(encoding);
  if (!stack) return;
  const { names, measure, series, inks, isShare, isUpright } = stack;
  const keys = scene.rows.map((row) => JSON.stringify([row[names], row[series]]));
  // Rows that Vega-Lite would draw over each other say nothing readable.
  if (new Set(keys).size < keys.length) return;
  const ranks = new Map([...inks.keys()].map((name, index) => [name, index]));
  const room = roomOf(scene, names, isUpright);
  const sums = sumsOf(scene.rows, names, measure);
  const most = Math.max(...[...sums.values()].map(({ above, below }) => above - below));
  const style = titledStyle(numbers(scene.rows, measure), scene.title);
  const isPercent = isShareColumn(measure, numbers(scene.rows, measure));
  // Shares add up to a whole, which ends the axis whatever the last digits of their sum are.
  const isWhole = [...sums.values()].every(({ above, below }) => below === 0 && Math.abs(above - 1) < 0.005);
  const value = channel(encoding, isUpright ? "y" : "x");
  if (value && isPercent && !isShare && isWhole) fill(value, "scale", { domain: [0, 1] });
  let labelled = 0;
  for (const row of scene.rows) {
    const name = row[series] ?? null;
    const sum = sums.get(row[names] ?? null) ?? { above: 0, below: 0 };
    const label = labelOf(row[measure], isShare ? sum.above - sum.below : most, {
      room,
      isShare,
      isPercent,
      isUpright,
      style,
    });
    Object.assign(row, {
      [words]: label,
      [ink]: inks.get(name) ?? scene.colors.ink,
      [rank]: ranks.get(name) ?? ranks.size,
    });
    if (label !== "") labelled += 1;
  }
  if (labelled > 0) addLabels(scene, encoding, isUpright ? "y" : "x");
}

/** Stack and value columns, if they're plain columns. */
function stackOf(encoding: JsonObject) {
  const sides = sidesOf(encoding);
  const color = channel(encoding, "color");
  const series = isDiscrete(color) ? plainField(color) : undefined;
  const inks = inksOf(color);
  if (!sides || series === undefined || !inks) return undefined;
  const { category, value, isUpright } = sides;
  const [names, measure] = [plainField(category), plainField(value)];
  const isStacked = value.stack === undefined || value.stack === true || value.stack === "zero";
  const isShare = value.stack === "normalize";
  if (names === undefined || measure === undefined || names === series || !(isStacked || isShare)) return undefined;
  return { names, measure, series, inks, isShare, isUpright };
}

interface PartRoom {
  room: { length: number; breadth: number };
  /** True where the drawing makes shares of the values. */
  isShare: boolean;
  /** True where the values are shares. */
  isPercent: boolean;
  isUpright: boolean;
  style: NumberStyle | undefined;
}

/** The value of a part, where there is room for it in the part. */
function labelOf(
  part: Row[string] | undefined,
  whole: number,
  { room, isShare, isPercent, isUpright, style }: PartRoom,
): string {
  if (typeof part !== "number" || part === 0 || whole === 0) return "";
  const value = style ? formatAlike(part, style) : formatNumber(part);
  const share = isShare ? part / whole : part;
  const label = isShare || isPercent ? `${Math.round(100 * share)}%` : value;
  const length = Math.abs(part / whole) * room.length;
  const [across, along] = isUpright ? [room.breadth, length] : [length, room.breadth];
  return textWidth(label, type.note) + 6 <= across && along >= 15 ? label : "";
}

function sidesOf(encoding: JsonObject) {
  const [x, y] = [channel(encoding, "x"), channel(encoding, "y")];
  if (x && isDiscrete(x) && isMeasure(y)) return { category: x, value: y, isUpright: true };
  if (y && isDiscrete(y) && isMeasure(x)) return { category: y, value: x, isUpright: false };
  return undefined;
}

/** Label color on each series color. */
function inksOf(color: JsonObject | undefined): Map<Row[string], string> | undefined {
  const scale = isObject(color?.scale) ? color.scale : undefined;
  if (!Array.isArray(scale?.domain) || !Array.isArray(scale.range)) return undefined;
  const { domain, range } = scale as { domain: Row[string][]; range: unknown[] };
  return new Map(domain.map((name, index) => [name, inkOn(String(range[index]))] as const));
}

/** The longest a bar gets, and how broad it is, in pixels: rather too little than too much. */
function roomOf(scene: Scene, names: string, isUpright: boolean) {
  const height = scene.height ?? defaultHeight(scene);
  const labels = distinct(scene.rows, names).map(String);
  const band = isUpright ? (scene.width - 60) / labels.length : (height - 64) / labels.length;
  const widest = Math.max(...labels.map((label) => textWidth(label, type.label)));
  const length = isUpright ? (height - 90) * 0.85 : (scene.width - Math.min(widest, 220) - 20) * 0.85;
  return { length, breadth: Math.min(band * 0.7, 88) };
}

function sumsOf(rows: readonly Row[], names: string, measure: string) {
  const sums = new Map<Row[string], { above: number; below: number }>();
  for (const row of rows) {
    const sum = sums.get(row[names] ?? null) ?? { above: 0, below: 0 };
    const [part = 0] = numbers([row], measure);
    if (part > 0) sum.above += part;
    else sum.below += part;
    sums.set(row[names] ?? null, sum);
  }
  return sums;
}

function addLabels(scene: Scene, encoding: JsonObject, side: "x" | "y") {
  const { mark, encoding: inner, ...rest } = scene.spec;
  const { color: series, ...common } = encoding;
  const value = channel(encoding, side);
  // A channel would take part in the stacking.
  const color = { expr: `datum[${JSON.stringify(ink)}]` };
  scene.spec = {
    ...rest,
    // As Vega-Lite stacks them by the domain of their colours, said for the words, too.
    encoding: {
      ...common,
      order: { field: rank, type: "quantitative", sort: side === "y" ? "descending" : "ascending" },
    },
    layer: [
      { mark, encoding: { color: series } },
      {
        mark: { type: "text", fontSize: type.note, baseline: "middle", align: "center", color },
        encoding: {
          [side]: { ...value, stack: value?.stack === "normalize" ? "normalize" : "zero", bandPosition: 0.5 },
          detail: { field: channel(encoding, "color")?.field, type: "nominal" },
          text: { field: words, type: "nominal" },
        },
      },
    ],
  };
}
