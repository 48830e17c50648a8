import { isObject, type JsonObject } from "../draw-request.ts";
import { categorical, other, wordsIn } from "../palette.ts";
import type { Row } from "../rows.ts";
import { truncate } from "../text-width.ts";
import { type } from "../theme.ts";
import { layGrayBelow } from "./chosen-colors.ts";
import {
  channel,
  distinct,
  fill,
  isDiscrete,
  isMeasure,
  markOf,
  markType,
  numbers,
  part,
  plainField,
} from "./encoding.ts";
import { highlightColors, namedInTitle } from "./highlight.ts";
import { calendarOrder } from "./order.ts";
import { labelNamedPoints, mostPoints, niceDomain, plotHeight } from "./point-labels.ts";
import type { Scene } from "./scene.ts";

const mostDirectLabels = 7;
/** Names of a slope chart have the whole side to themselves. */
const mostSlopeLabels = 18;
const mostColors = 9;
const labelHeight = 15;
const dashes = [
  [1, 0],
  [7, 4],
  [2, 3],
  [9, 3, 2, 3],
];

/** Lines and areas: points where few, names at their ends, an honest base. */
export function polishLines(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  const mark = markOf(scene.spec);
  const x = channel(encoding, "x");
  const y = channel(encoding, "y");
  const xField = plainField(x);
  if (!x || !y || !isMeasure(y) || xField === undefined) return;
  const isArea = markType(scene.spec) === "area";
  const series = channel(encoding, "color") ?? channel(encoding, "detail");
  const seriesField = isDiscrete(series) ? plainField(series) : undefined;
  if (isDiscrete(x) && x.sort === undefined) x.sort = calendarOrder(distinct(scene.rows, xField)) ?? null;
  if (!isArea) chooseBase(scene, y);
  showDashes(encoding, mark);
  const most = mostCount(scene.rows, seriesField);
  if (isArea) {
    mark.line = seriesField === undefined ? { strokeWidth: 2 } : false;
    mark.opacity ??= 1;
    if (seriesField === undefined) mark.fillOpacity = 0.16;
    else if (y.stack !== null) Object.assign(mark, { stroke: scene.colors.background, strokeWidth: 1 });
    delete mark.point;
  } else if (most <= mostPoints || most === 1) {
    mark.point = { filled: true, size: 32, opacity: 1 };
  } else delete mark.point;
  if (seriesField === undefined) {
    if (!isArea) labelNamedPoints(scene, encoding, xField, y);
    return;
  }
  if (channel(encoding, "color")) nameSeries(scene, encoding, { seriesField, xField, y, isArea });
}

interface Series {
  seriesField: string;
  xField: string;
  y: JsonObject;
  isArea: boolean;
}

/** Gives series their colors, and their names where the lines end. */
function nameSeries(scene: Scene, encoding: JsonObject, { seriesField, xField, y, isArea }: Series) {
  const note = colorSeries(scene, encoding, seriesField, xField, y);
  const hasEnds = !(isArea || y.aggregate || encoding.row || encoding.column || encoding.facet);
  const isNamed = hasEnds && nameEnds(scene, encoding, seriesField, xField);
  if (note !== undefined && !isNamed) scene.notes.push(note);
}

/** Dashes as long as the line is wide are none: round ends would fill their gaps. */
function showDashes(encoding: JsonObject, mark: JsonObject) {
  const dash = channel(encoding, "strokeDash");
  if (!dash) return;
  mark.strokeCap ??= "butt";
  fill(dash, "scale", { range: dashes });
}

/** A line may start above zero where it never comes near it; bars and areas may not. */
function chooseBase(scene: Scene, y: JsonObject) {
  const field = plainField(y);
  const values = field === undefined ? [] : numbers(scene.rows, field);
  if (values.length === 0) return;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const scale = part(y, "scale");
  if (!scale) return;
  if (low > 0 && low <= high * 0.6) scale.zero = true;
  else scale.zero ??= low <= 0;
}

function mostCount(rows: Row[], field: string | undefined): number {
  if (field === undefined) return rows.length;
  const counts = new Map<Row[string], number>();
  for (const row of rows) counts.set(row[field] ?? null, (counts.get(row[field] ?? null) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

interface Ending {
  name: Row[string];
  x: Row[string];
  y: number;
}

/** The last value of each series, the highest first. */
function endings(rows: Row[], series: string, x: string, y: string): Ending[] {
  const last = new Map<Row[string], Ending>();
  const isOrdered = rows.every((row) => typeof row[x] === "number" || row[x] === null);
  for (const row of rows) {
    const value = row[y];
    const at = row[x];
    if (typeof value !== "number" || at === undefined || at === null) continue;
    const name = row[series] ?? null;
    const known = last.get(name);
    if (!known || !isOrdered || Number(at) >= Number(known.x)) last.set(name, { name, x: at, y: value });
  }
  return [...last.values()].sort((a, b) => b.y - a.y);
}

/** Colours go to the series that end highest; beyond the palette all others are gray, which the note says. */
function colorSeries(
  scene: Scene,
  encoding: JsonObject,
  seriesField: string,
  xField: string,
  y: JsonObject,
): string | undefined {
  const color = channel(encoding, "color");
  const yField = plainField(y);
  if (!color || yField === undefined || color.scale === null) return undefined;
  const chosen = scene.chosenColors.get(seriesField);
  const scale = part(color, "scale");
  if (!scale || scale.domain || scale.range) return undefined;
  const isLine = markType(scene.spec) === "line";
  if (chosen && isLine) layGrayBelow(scene, seriesField, chosen);
  const named = isLine && !chosen ? namedInTitle(scene, seriesField) : [];
  // A scheme tells all lines apart; where one of them matters, the others need no colors.
  if (named.length > 0) delete scale.scheme;
  else if (scale.scheme) return undefined;
  const all = distinct(scene.rows, seriesField);
  const ends = endings(scene.rows, seriesField, xField, yField).map((end) => end.name);
  const domain = [...ends, ...all.filter((name) => !ends.includes(name))];
  scale.domain = domain;
  if (named.length > 0) return highlightLines(scene, color, scale, { field: seriesField, domain, named });
  if (domain.length <= mostColors && !chosen) return undefined;
  const palette = categorical[scene.theme];
  scale.range = domain.map((name, index) => chosen?.get(name) ?? palette[index] ?? other[scene.theme]);
  if (domain.length <= mostColors) return undefined;
  color.legend = { ...(isObject(color.legend) ? color.legend : {}), values: domain.slice(0, mostColors) };
  return `Colours name the ${mostColors} highest of ${domain.length}; the others are gray.`;
}

interface SeriesChoice {
  field: string;
  domain: Row[string][];
  named: Row[string][];
}

/** Lines that the title names keep their colors and lie above the others, which are gray and not in the legend. */
function highlightLines(
  scene: Scene,
  color: JsonObject,
  scale: JsonObject,
  { field, domain, named }: SeriesChoice,
): string {
  scale.range = highlightColors(scene, domain, named);
  const rank = (row: Row) => (named.includes(row[field] ?? null) ? 1 : 0);
  scene.rows.sort((one, another) => rank(one) - rank(another));
  color.legend = { ...(isObject(color.legend) ? color.legend : {}), values: named };
  return `The other ${domain.length - named.length} lines are gray.`;
}

/** Writes the name of each line where it ends, instead of a legend; false where that cannot be read. */
function nameEnds(scene: Scene, encoding: JsonObject, seriesField: string, xField: string): boolean {
  const y = channel(encoding, "y");
  const color = channel(encoding, "color");
  const yField = plainField(y);
  if (!y || !color || yField === undefined || color.legend === null) return false;
  const ends = endings(scene.rows, seriesField, xField, yField);
  const room = Math.min(150, scene.width * 0.28);
  const isSlope = distinct(scene.rows, xField).length === 2;
  const most = isSlope ? mostSlopeLabels : mostDirectLabels;
  if (ends.length < 2 || ends.length > most || scene.width < 380) return false;
  const names = ends.map((end) => truncate(String(end.name), room, type.label));
  const height = plotHeight(scene);
  const domain = niceDomain(scene, y, yField);
  const pixels = ends.map((end) => (1 - (end.y - domain[0]) / (domain[1] - domain[0] || 1)) * height);
  const placed = spread(pixels, labelHeight, height);
  // Uses a legend if labels would have to move far from their lines.
  const moves = placed.map((at, index) => Math.abs(at - (pixels[index] ?? 0)));
  if (!isSlope && moves.some((move) => move > 2.2 * labelHeight)) return false;
  // Names that moved are led back to their lines.
  const isLed = isSlope && moves.some((move) => move > labelHeight / 2);
  const inks = inksOf(scene, color);
  const values = ends.map((end, index) => ({
    [seriesField]: end.name,
    [xField]: end.x,
    [yField]: end.y,
    label: names[index] ?? "",
    __series: end.name,
    shift: (placed[index] ?? 0) - (pixels[index] ?? 0),
    ...(inks && { ink: inks.get(end.name) ?? scene.colors.ink }),
  }));
  color.legend = null;
  const { mark, encoding: inner, ...rest } = scene.spec;
  const { x } = encoding;
  const words = { x, y, text: { field: "label", type: "nominal" } };
  scene.spec = {
    ...rest,
    layer: [
      { mark, encoding },
      ...(isLed ? [leaders(encoding, values, xField, yField)] : []),
      {
        data: { values },
        mark: {
          type: "text",
          align: "left",
          baseline: "middle",
          dx: isLed ? leaderLength + 10 : 9,
          dy: { expr: "datum.shift" },
          fontSize: type.label,
          ...(inks && { color: { expr: "datum.ink" } }),
        },
        encoding: inks ? words : { ...words, color },
      },
    ],
  };
  return true;
}

/** Text color of each series label, if the series color is from our palette. */
function inksOf({ theme, colors }: Scene, { scale }: JsonObject): Map<Row[string], string> | undefined {
  if (!isObject(scale) || !Array.isArray(scale.domain) || scale.scheme) return undefined;
  const range = Array.isArray(scale.range) ? scale.range : categorical[theme];
  const isOurs = (color: unknown): color is string => typeof color === "string" && /^#[\da-f]{6}$/i.test(color);
  if (!range.every(isOurs)) return undefined;
  return new Map(
    (scale.domain as Row[string][]).map((name, index) => [
      name,
      wordsIn(range[index % range.length] ?? colors.ink, colors.ink, colors.background),
    ]),
  );
}

const leaderLength = 22;

/** Thin lines from where the series end to their names. */
function leaders({ x, y, color }: JsonObject, values: JsonObject[], xField: string, yField: string): JsonObject {
  return {
    data: { values },
    mark: {
      type: "rule",
      strokeWidth: 1,
      opacity: 0.55,
      xOffset: 6,
      x2Offset: leaderLength + 6,
      y2Offset: { expr: "datum.shift" },
    },
    encoding: { x, x2: { field: xField }, y, y2: { field: yField }, color },
  } as JsonObject;
}

/** Moves positions apart, top to bottom, so that neighbours keep their distance inside of `height`. */
export function spread(positions: number[], distance: number, height: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed = [...positions];
  let previous = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, previous + distance);
    previous = placed[index] ?? 0;
  }
  let next = height + distance;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, next - distance);
    next = placed[index] ?? 0;
  }
  return placed;
}
