import type { Cell } from "../draw-request.ts";
import type { DrawContext, Mark } from "../kinds/drawing.ts";
import { formatNumber } from "../numbers.ts";
import { humanName } from "../plot/prepare.ts";
import type { Row } from "../rows.ts";
import { mapPoints as strings } from "../strings";
import { element, text } from "../svg.ts";
import type { Box } from "../svg-texts.ts";
import { textWidth, truncate } from "../text-width.ts";
import { type Tokens, type } from "../theme.ts";
import type { Coloring } from "./classes.ts";
import type { MapSpec } from "./map-spec.ts";
import type { View } from "./view-box.ts";

export interface MapPoint {
  longitude: number;
  latitude: number;
  name: string;
  color: Cell;
  size: number | undefined;
}

const mostPoints = 5_000;
const mostMarks = 400;
const mostNames = 40;
/** The radius of the largest point. */
function largestIn(width: number): number {
  return Math.max(10, Math.min(22, width / 26));
}

/** The rows that have a place on the earth. */
export function pointsOf(rows: Row[], map: MapSpec, notes: string[]): MapPoint[] {
  const { longitude, latitude } = map;
  if (longitude === undefined || latitude === undefined) return [];
  const named = map.text ?? nameColumn(rows, map);
  const points = rows.flatMap((row): MapPoint[] => {
    const [x, y] = [row[longitude], row[latitude]];
    if (typeof x !== "number" || typeof y !== "number" || Math.abs(x) > 180 || Math.abs(y) > 90) return [];
    const size = map.size === undefined ? undefined : row[map.size];
    const name = named === undefined ? "" : String(row[named] ?? "");
    const color = map.color === undefined ? null : (row[map.color] ?? null);
    return [{ longitude: x, latitude: y, name, color, size: typeof size === "number" ? size : undefined }];
  });
  const lost = rows.length - points.length;
  if (lost > 0) notes.push(strings.ofRowsCouldntBePlaced(lost, rows.length));
  if (points.length <= mostPoints) return points;
  notes.push(strings.showingTheFirstOfPoints(formatNumber(mostPoints), formatNumber(points.length)));
  return points.slice(0, mostPoints);
}

/** The column that tells the rows apart, where the specification names none. */
function nameColumn(rows: Row[], map: MapSpec): string | undefined {
  const first = rows[0];
  if (!first) return undefined;
  return Object.keys(first).find((column) => {
    const values = rows.map((row) => row[column]);
    return (
      column !== map.color &&
      column !== map.shape &&
      values.every((value) => typeof value === "string") &&
      new Set(values).size === rows.length
    );
  });
}

/** Points, the largest below; names where they meet nothing; a key for their sizes under the map. */
export function drawPoints(
  points: MapPoint[],
  view: View,
  fill: { coloring: Coloring | undefined; plain: string },
  map: MapSpec,
  context: DrawContext,
  marks: Mark[],
) {
  const { colors } = context;
  const most = Math.max(0, ...points.map((point) => point.size ?? 0));
  const largest = largestIn(context.width);
  const few = points.length > 600 ? 2 : points.length > 120 ? 3 : 4.5;
  const radius = (point: { size: number | undefined }) =>
    map.size === undefined || most <= 0 ? few : Math.max(1.5, Math.sqrt(Math.max(0, point.size ?? 0) / most) * largest);
  const placed = points.flatMap((point) => {
    const at = view.projection([point.longitude, point.latitude]);
    return at ? [{ point, x: at[0], y: at[1], r: radius(point) }] : [];
  });
  placed.sort((a, b) => b.r - a.r);
  const dots = placed.map(({ point, x, y, r }) =>
    element("circle", {
      cx: x,
      cy: y,
      r,
      fill: (map.color === undefined ? undefined : fill.coloring?.colorOf(point.color)) ?? fill.plain,
      "fill-opacity": points.length > 600 ? 0.5 : 0.75,
      stroke: colors.background,
      "stroke-width": 0.75,
    }),
  );
  if (placed.length <= mostMarks) {
    for (const { point, x, y, r } of placed) {
      const facts = [sizeInWords(point, map), colorInWords(point, map)].filter((fact) => fact !== "");
      const name = point.name === "" ? `${point.latitude}°, ${point.longitude}°` : point.name;
      marks.push({ label: [name, ...facts].join(", "), x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    }
  }
  const names = placed.length <= mostNames ? drawNames(placed, context) : "";
  const key = map.size === undefined || most <= 0 ? { markup: "", height: 0 } : drawSizes(most, map, context);
  return {
    markup: dots.join("") + names + element("g", { transform: `translate(0,${view.height})` }, key.markup),
    legendHeight: key.height,
  };
}

interface Placed {
  point: MapPoint;
  x: number;
  y: number;
  r: number;
}

function meet(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The names of the largest points first, beside them; one that would meet another, or a point, stays away. */
function drawNames(placed: Placed[], { colors, width }: DrawContext): string {
  const taken: Box[] = [];
  const dots = placed.map(({ x, y, r }) => {
    // The corners of a dot's box are empty.
    const reach = r * 0.8;
    return { x, y, left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
  });
  return placed
    .map(({ point, x, y, r }) => {
      const name = truncate(point.name, 140, type.note);
      const room = textWidth(name, type.note);
      const boxes = [
        [x + r + 4, y],
        [x - r - 4 - room, y],
        [x - room / 2, y + r + 10],
        [x - room / 2, y - r - 9],
      ].map(([left = 0, middle = 0]) => ({
        left: left - 2,
        right: left + room + 2,
        top: middle - 8,
        bottom: middle + 7,
      }));
      const isFree = (box: Box) =>
        box.left >= -2 &&
        box.right <= width + 2 &&
        box.top >= 2 &&
        !taken.some((other) => meet(box, other)) &&
        !dots.some((dot) => (dot.x !== x || dot.y !== y) && meet(box, dot));
      const box = name === "" ? undefined : boxes.find(isFree);
      if (!box) return "";
      taken.push(box);
      return haloed(name, box.left + 2, box.top + 12, colors);
    })
    .join("");
}

/** A word that can be read over land and sea. */
function haloed(content: string, x: number, y: number, colors: Tokens): string {
  const style = { fontSize: type.note, fill: colors.ink };
  return text(content, x, y, style).replace(
    "<text",
    `<text stroke="${colors.background}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`,
  );
}

/** Two circles and what they stand for. */
function drawSizes(most: number, map: MapSpec, { colors, width }: DrawContext) {
  const title = `${truncate(map.sizeTitle ?? humanName(map.size ?? ""), width / 2, type.label)}:`;
  const parts = [text(title, 0, 27, { fontSize: type.label, fill: colors.muted })];
  const largest = largestIn(width);
  let x = textWidth(title, type.label) + 12;
  for (const share of [0.1, 0.4, 1]) {
    const value = Number((most * share).toPrecision(1));
    const r = Math.sqrt(value / most) * largest;
    const label = formatNumber(value);
    if (x + 2 * r + textWidth(label, type.label) + 6 > width) break;
    const circle = { cx: x + r, cy: 23, r, fill: "none", stroke: colors.rule };
    parts.push(element("circle", circle), text(label, x + 2 * r + 6, 27, { fontSize: type.label, fill: colors.muted }));
    x += 2 * r + 6 + textWidth(label, type.label) + 16;
  }
  return { markup: parts.join(""), height: 48 };
}

function sizeInWords(point: MapPoint, map: MapSpec): string {
  return map.size === undefined || point.size === undefined ? "" : `${humanName(map.size)} ${formatNumber(point.size)}`;
}

function colorInWords({ color }: MapPoint, map: MapSpec): string {
  if (map.color === undefined || color === null || map.color === map.size) return "";
  return `${humanName(map.color)} ${typeof color === "number" ? formatNumber(color) : String(color)}`;
}
