import { scale as vegaScale } from "vega";
import { isObject, type JsonObject } from "../draw-request.ts";
import { formatAlike, formatInText, formatNumber, formatPercent, titledStyle } from "../numbers.ts";
import type { Row } from "../rows.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { isShare } from "./axes.ts";
import { distinct, numbers, plainField } from "./encoding.ts";
import { namedInTitle } from "./highlight.ts";
import type { Scene } from "./scene.ts";

/** Lines of at most this many values have points. */
export const mostPoints = 16;

/** A single line has a point with its value where the title names the time. */
export function labelNamedPoints(scene: Scene, encoding: JsonObject, xField: string, y: JsonObject) {
  const yField = plainField(y);
  const isPlain = ["color", "detail", "row", "column", "facet"].every((name) => encoding[name] === undefined);
  if (yField === undefined || !isPlain || y.axis === null || scene.isHeightFixed) return;
  if (scene.labels === "none") return;
  const isEvery = scene.labels === "all" && distinct(scene.rows, xField).length <= mostPoints;
  const named = isEvery ? distinct(scene.rows, xField) : namedInTitle(scene, xField);
  const ordered = scene.rows.filter((row) => typeof row[yField] === "number");
  if (named.length === 0 || distinct(ordered, xField).length !== ordered.length) return;
  const isContinuous = ordered.every((row) => typeof row[xField] === "number");
  if (isContinuous) ordered.sort((one, another) => Number(one[xField]) - Number(another[xField]));
  const write = writerOf(scene, y, yField, isEvery);
  const [low, high] = niceDomain(scene, y, yField);
  const plot = { width: scene.width - axisWidth(low, high), height: plotHeight(scene) };
  const [first, last] = [Number(ordered[0]?.[xField]), Number(ordered.at(-1)?.[xField])];
  const points = ordered.map((row, place): Point => {
    const share = isContinuous ? (Number(row[xField]) - first) / (last - first || 1) : (place + 0.5) / ordered.length;
    return { x: share * plot.width, y: (1 - (Number(row[yField]) - low) / (high - low || 1)) * plot.height };
  });
  const labels = ordered.flatMap((row, place): PointLabel[] => {
    if (!named.includes(row[xField] ?? null)) return [];
    const words = write(Number(row[yField]));
    const width = textWidth(words, type.label, "semibold");
    return [{ row, words, ...bestPlace(points, place, width, plot) }];
  });
  const { mark, encoding: inner, ...rest } = scene.spec;
  scene.spec = {
    ...rest,
    layer: [{ mark, encoding }, ...labels.flatMap((label) => pointWithValue(scene, encoding, y, label))],
  } as JsonObject;
}

/** Returns what writes the values: alone as the sentence beside the chart does, all of them in one style. */
function writerOf(scene: Scene, { axis }: JsonObject, field: string, isEvery: boolean): (value: number) => string {
  const values = numbers(scene.rows, field);
  const hasPercent = isObject(axis) && String(axis.format ?? "").endsWith("%");
  if (hasPercent || isShare(field, values)) return formatPercent;
  // The axis has more digits where those of the sentence make two values equal.
  const isTold = new Set(values.map(formatInText)).size * 2 > new Set(values).size;
  if (!isEvery && isTold) return formatInText;
  const style = titledStyle(values, scene.title);
  return style ? (value) => formatAlike(value, style) : formatNumber;
}

interface Point {
  x: number;
  y: number;
}

interface LabelPlace {
  isAbove: boolean;
  align: "left" | "center" | "right";
  /** The line runs behind the label, which then has an outline of the background. */
  isOverLine: boolean;
}

interface PointLabel extends LabelPlace {
  row: Row;
  words: string;
}

/** Pixels between a point and its label, and the height of a label. */
const [gap, labelHeight] = [8, 14];
/** Costs of a place: over the names of an axis, for each pixel of the line below the label, and for being unusual. */
const [outside, covered, unusual] = [1000, 10, 3];

/** Returns the place around a point where its label covers no name of an axis and least of the line. */
function bestPlace(points: readonly Point[], at: number, width: number, plot: Plot): LabelPlace {
  const point = points[at] ?? { x: 0, y: 0 };
  const around = [points[at - 1], points[at + 1]].flatMap((each) => (each ? [each.y] : []));
  const isPeak = point.y <= around.reduce((sum, each) => sum + each, 0) / Math.max(1, around.length);
  const places = [isPeak, !isPeak].flatMap((isAbove) =>
    (["center", "left", "right"] as const).map((align) => {
      const box = boxOf(point, { isAbove, align }, width);
      const crossed = lengthInside(points, box);
      const choices = (isAbove === isPeak ? 0 : 2 * unusual) + (align === "center" ? 0 : unusual);
      const cost = (isOutside(box, plot) ? outside : 0) + crossed * covered + choices;
      return { isAbove, align, isOverLine: crossed > 0, cost };
    }),
  );
  return places.reduce((best, each) => (each.cost < best.cost ? each : best));
}

interface Plot {
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxOf(point: Point, { isAbove, align }: Omit<LabelPlace, "isOverLine">, width: number): Box {
  const before = { left: 0, center: 0.5, right: 1 }[align];
  const left = point.x - before * width;
  const top = isAbove ? point.y - gap - labelHeight : point.y + gap;
  return { left, top, right: left + width, bottom: top + labelHeight };
}

/** True for a box over the names of an axis. */
function isOutside({ left, right, bottom }: Box, plot: Plot): boolean {
  return left < -2 || right > plot.width + 2 || bottom > plot.height - 2;
}

/** Returns about how many pixels of a line lie in a box. */
function lengthInside(points: readonly Point[], box: Box): number {
  let length = 0;
  for (const [place, to] of points.entries()) {
    const from = points[place - 1];
    if (!from || to.x < box.left || from.x > box.right) continue;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)));
    for (let step = 0; step <= steps; step += 1) {
      const x = from.x + ((to.x - from.x) * step) / steps;
      const y = from.y + ((to.y - from.y) * step) / steps;
      if (x > box.left && x < box.right && y > box.top && y < box.bottom) length += 1;
    }
  }
  return length;
}

function pointWithValue(scene: Scene, { x }: JsonObject, y: JsonObject, label: PointLabel): JsonObject[] {
  const { row, words, isAbove, isOverLine, align } = label;
  const data = { values: [row as JsonObject] };
  const encoding = { x, y, text: { value: words } };
  const text = { type: "text", align, baseline: isAbove ? "bottom" : "top", dy: isAbove ? -gap : gap, fontWeight: 600 };
  const outline = { ...text, stroke: scene.colors.background, strokeWidth: 4, strokeJoin: "round" };
  return [
    { data, mark: { type: "point", filled: true, size: 60, opacity: 1 }, encoding: { x, y } },
    ...(isOverLine ? [{ data, mark: outline, encoding }] : []),
    { data, mark: text, encoding },
  ] as JsonObject[];
}

/** The pixels that the labels of the measure take beside the plot, about. */
function axisWidth(low: number, high: number): number {
  return Math.max(...[low, high].map((value) => textWidth(formatNumber(value), type.label))) + 6;
}

/** The pixels between the ends of the measure's axis, about. */
export function plotHeight(scene: Scene): number {
  return (scene.height ?? 340) - 50;
}

/** Vega rounds the ends of a scale to about as many steps. */
const niceSteps = 10;

/** Returns the ends of the measure's axis. */
export function niceDomain(scene: Scene, y: JsonObject, field: string): [number, number] {
  const values = numbers(scene.rows, field);
  const hasZero = !isObject(y.scale) || y.scale.zero !== false;
  const low = Math.min(...values, ...(hasZero ? [0] : []));
  const high = Math.max(...values, ...(hasZero ? [0] : []));
  if (isObject(y.scale) && y.scale.nice === false) return [low, high];
  const [start = low, end = high] = vegaScale("linear")().domain([low, high]).nice(niceSteps).domain() as number[];
  return [start, end];
}
