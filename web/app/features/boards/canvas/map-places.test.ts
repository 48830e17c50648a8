import { expect, it } from "vitest";
import type { BoardNode } from "../../../api/boards";
import { isCovering, isWholeInView, mapPlace, mapShapes, mapSize, sightOn } from "./map-places";

const map = { width: 200, height: 150 };
const frame = (x: number, y: number) => ({ x, y, width: 100, height: 100 });

it("has the shape of its board, and is never too small to be held", () => {
  expect(mapSize([{ x: 0, y: 0, width: 1_000, height: 1_000 }])).toEqual({ width: 150, height: 150 });
  expect(mapSize([{ x: 0, y: 0, width: 1_364, height: 9_000 }])).toEqual({ width: 72, height: 150 });
  expect(mapSize([{ x: 0, y: 0, width: 9_000, height: 500 }])).toEqual({ width: 200, height: 72 });
  expect(mapSize([])).toEqual({ width: 200, height: 150 });
});

it("shows everything, in the middle", () => {
  const place = mapPlace([frame(0, 0), frame(1_700, 0)], map);
  expect(place).toEqual({ scale: 0.1, x: 10, y: 70 });
  expect(mapPlace([], map)).toEqual({ scale: 1, x: 100, y: 75 });
});

it("frames what is seen, and keeps an edge of the frame where that is elsewhere", () => {
  const place = mapPlace([frame(0, 0), frame(1_700, 0)], map);
  const look = { width: 500, height: 250 };
  expect(sightOn(place, map, { ...look, transform: [0, 0, 0.5] })).toEqual({ x: 10, y: 70, width: 100, height: 50 });
  expect(sightOn(place, map, { ...look, transform: [-90_000, 0, 0.5] }).x).toBe(196);
  expect(sightOn(place, map, { ...look, transform: [90_000, 0, 0.5] }).x).toBe(-96);
});

it("covers an item only where the item lies below the corner of the sheet", () => {
  const look = { width: 1_000, height: 800, transform: [0, 0, 1] as const };
  expect(isCovering([frame(0, 0)], look, map)).toBe(false);
  expect(isCovering([frame(0, 0), frame(820, 700)], look, map)).toBe(true);
  expect(isCovering([frame(820, 700)], { ...look, transform: [-400, 0, 1] }, map)).toBe(false);
});

it("is of use only where a part of the board is out of view", () => {
  const look = { width: 1_000, height: 800, transform: [0, 0, 1] as const };
  expect(isWholeInView([frame(0, 0), frame(900, 700)], look)).toBe(true);
  expect(isWholeInView([frame(0, 0), frame(950, 700)], look)).toBe(false);
  expect(isWholeInView([frame(0, 0)], { ...look, transform: [0, -50, 1] })).toBe(false);
  expect(isWholeInView([], look)).toBe(true);
});

it("has one shape for each colour, groups below", () => {
  const node = (type: string, color?: string) =>
    ({ id: "1", type, color, ...frame(0, 0), data: {} }) as unknown as BoardNode;
  const shapes = mapShapes([node("note"), node("note", "4"), node("group"), node("chart")]);
  expect(shapes.map(({ color, isGroup, path }) => [color, isGroup, path.split("M").length - 1])).toEqual([
    ["var(--line-strong)", true, 1],
    ["var(--line-strong)", false, 2],
    ["var(--board-4)", false, 1],
  ]);
});
