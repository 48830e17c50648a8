import type { NodeFrame } from "../../../api/boards";

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

export type ArrangeAxis = "horizontal" | "vertical";

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

/** The smallest rectangle around all of them; null around nothing. */
export function bounds(frames: Iterable<Rect>): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of frames) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Positions that align the sides or centers of frames to their common bounding box. */
export function aligned(frames: readonly NodeFrame[], alignment: Alignment): Map<string, Point> {
  const around = bounds(frames);
  return new Map(frames.map((frame) => [frame.id, around ? alignedOne(frame, around, alignment) : frame]));
}

function alignedOne({ x, y, width, height }: Rect, around: Rect, alignment: Alignment): Point {
  switch (alignment) {
    case "left":
      return { x: around.x, y };
    case "center":
      return { x: around.x + (around.width - width) / 2, y };
    case "right":
      return { x: around.x + around.width - width, y };
    case "top":
      return { x, y: around.y };
    case "middle":
      return { x, y: around.y + (around.height - height) / 2 };
    case "bottom":
      return { x, y: around.y + around.height - height };
  }
}

/** Positions that equalize the gaps between frames; the first and last stay. */
export function distributed(frames: readonly NodeFrame[], direction: ArrangeAxis): Map<string, Point> {
  const [start, size] = direction === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
  const sorted = [...frames].sort((one, other) => one[start] - other[start]);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (!first || !last || sorted.length < 3) return new Map(frames.map((frame) => [frame.id, frame]));
  const room = last[start] - (first[start] + first[size]);
  const inner = sorted.slice(1, -1);
  const gap = (room - inner.reduce((sum, frame) => sum + frame[size], 0)) / (sorted.length - 1);
  const places = new Map<string, Point>([
    [first.id, first],
    [last.id, last],
  ]);
  let at = first[start] + first[size] + gap;
  for (const frame of inner) {
    places.set(frame.id, { x: frame.x, y: frame.y, [start]: at });
    at += frame[size] + gap;
  }
  return places;
}

/** A place for something of this size near `wanted` that covers nothing: first below, then to the right. */
export function freePlace(frames: readonly Rect[], wanted: Rect, gap = 24): Point {
  for (let column = 0; column < 50; column += 1) {
    const x = wanted.x + column * (wanted.width + gap);
    let y = wanted.y;
    for (let row = 0; row < 50; row += 1) {
      const place = { ...wanted, x, y };
      const blocking = frames.find((frame) => overlaps(frame, place, gap / 2));
      if (!blocking) return { x, y };
      y = blocking.y + blocking.height + gap;
      if (y > wanted.y + 4 * (wanted.height + gap)) break;
    }
  }
  return wanted;
}

export function overlaps(one: Rect, other: Rect, margin = 0): boolean {
  return (
    one.x < other.x + other.width + margin &&
    other.x < one.x + one.width + margin &&
    one.y < other.y + other.height + margin &&
    other.y < one.y + one.height + margin
  );
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
