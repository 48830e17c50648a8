import type { BoardNode } from "../../../api/boards";
import { cssColor } from "../colors";
import { bounds, overlaps, type Point, type Rect } from "../core/arrange";

/** Transform from board to minimap: `scale`, then a translation by `x` and `y`. */
export interface MapPlace extends Point {
  scale: number;
}

/** Everything of one colour, as one path in the sheet's units. */
export interface MapShape {
  color: string;
  isGroup: boolean;
  path: string;
}

export interface MapSize {
  width: number;
  height: number;
}

/** How the canvas is looked at: pixels to the right, downwards, and the zoom. */
export interface Look extends MapSize {
  transform: readonly [number, number, number];
}

const margin = 10;

const most: MapSize = { width: 200, height: 150 };
const least = 72;

/** Returns the size of a map in the shape of its board, so that it covers no more of the canvas than it needs. */
export function mapSize(nodes: Iterable<Rect>): MapSize {
  const around = bounds(nodes);
  if (!around) return most;
  const shape = Math.max(1, around.width) / Math.max(1, around.height);
  const between = (length: number, room: number) => Math.round(Math.min(Math.max(length, least), room));
  return {
    width: between((most.height - 2 * margin) * shape + 2 * margin, most.width),
    height: between((most.width - 2 * margin) / shape + 2 * margin, most.height),
  };
}

/** The largest scale, in the middle, at which all things are on a map of this size. */
export function mapPlace(nodes: Iterable<Rect>, { width, height }: MapSize): MapPlace {
  const around = bounds(nodes);
  if (!around) return { x: width / 2, y: height / 2, scale: 1 };
  const scale = Math.min(
    (width - 2 * margin) / Math.max(1, around.width),
    (height - 2 * margin) / Math.max(1, around.height),
  );
  return {
    scale,
    x: width / 2 - (around.x + around.width / 2) * scale,
    y: height / 2 - (around.y + around.height / 2) * scale,
  };
}

/** Viewport in minimap pixels, clamped to the nearest edge. */
export function sightOn(place: MapPlace, map: MapSize, { transform: [x, y, zoom], width, height }: Look): Rect {
  const ratio = place.scale / zoom;
  const seen = { width: width * ratio, height: height * ratio };
  const clamp = (at: number, length: number, room: number) => Math.min(Math.max(at, 4 - length), room - 4);
  return {
    x: clamp(place.x - x * ratio, seen.width, map.width),
    y: clamp(place.y - y * ratio, seen.height, map.height),
    ...seen,
  };
}

/** The pixels between the map and the corner of the sheet. */
const corner = 14;

/** True where a map of this size, in the lower right corner of the sheet, lies over an item. */
export function isCovering(
  nodes: Iterable<Rect>,
  { transform: [x, y, zoom], width, height }: Look,
  map: MapSize,
): boolean {
  const covered = {
    x: (width - corner - map.width - x) / zoom,
    y: (height - corner - map.height - y) / zoom,
    width: map.width / zoom,
    height: map.height / zoom,
  };
  for (const node of nodes) if (overlaps(covered, node)) return true;
  return false;
}

/** True where the sheet shows the whole board, so that a map would say nothing. */
export function isWholeInView(nodes: Iterable<Rect>, { transform: [x, y, zoom], width, height }: Look): boolean {
  const around = bounds(nodes);
  if (!around) return true;
  const [left, top] = [around.x * zoom + x, around.y * zoom + y];
  return left >= 0 && top >= 0 && left + around.width * zoom <= width && top + around.height * zoom <= height;
}

/** Groups lie below what is in them. */
export function mapShapes(nodes: Iterable<BoardNode>): MapShape[] {
  const shapes = new Map<string, MapShape>();
  for (const { type, color, x, y, width, height } of nodes) {
    const isGroup = type === "group";
    const css = cssColor(color) ?? "var(--line-strong)";
    const key = `${isGroup} ${css}`;
    const shape = shapes.get(key) ?? { color: css, isGroup, path: "" };
    shape.path += `M${x} ${y}h${width}v${height}h${-width}z`;
    shapes.set(key, shape);
  }
  return [...shapes.values()].sort((one, other) => Number(other.isGroup) - Number(one.isGroup));
}
