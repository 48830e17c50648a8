import { describe, expect, it } from "vitest";
import { firstViewOf } from "./first-view";

const screen = { width: 1200, height: 800 };

describe("the first view of a board", () => {
  it("shows all of a small board below the bars", () => {
    const { x, y, zoom } = firstViewOf({ x: 100, y: 50, width: 400, height: 300 }, screen);
    expect(zoom).toBe(1);
    expect(y + 50 * zoom).toBeGreaterThanOrEqual(76);
    expect(y + 350 * zoom).toBeLessThanOrEqual(800 - 84);
    expect(x + 300 * zoom).toBe(600);
  });

  it("begins at the top left of a large board, large enough to read", () => {
    const around = { x: -200, y: -100, width: 5_000, height: 4_000 };
    expect(firstViewOf(around, screen)).toEqual({ x: 28 + 150, y: 76 + 75, zoom: 0.75 });
  });

  it("shows all columns of a tall board where they can be read", () => {
    const { x, y, zoom } = firstViewOf({ x: 0, y: 0, width: 1_364, height: 6_000 }, screen);
    expect(zoom).toBeCloseTo(1_144 / 1_364);
    expect(x).toBeCloseTo(28);
    expect(y).toBe(76);
  });

  it("centers a tall board that is narrow", () => {
    const { x, y, zoom } = firstViewOf({ x: 0, y: 0, width: 600, height: 6_000 }, screen);
    expect({ x, y, zoom }).toEqual({ x: 600 - 300, y: 76, zoom: 1 });
  });
});
