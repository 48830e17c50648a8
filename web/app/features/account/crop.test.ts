import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cropOf, moved, startingPlace } from "./crop";

const side = fc.integer({ min: 1, max: 8_000 });

describe("the crop square", () => {
  it("starts in the center of the picture", () => {
    expect(cropOf({ width: 400, height: 200 }, startingPlace)).toEqual({ left: 100, top: 0, side: 200 });
    expect(cropOf({ width: 400, height: 200 }, { x: 0, y: 0, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 });
  });

  it("moves left when the picture is dragged right", () => {
    const size = { width: 400, height: 200 };
    expect(cropOf(size, moved(size, startingPlace, 0.25, 0)).left).toBe(50);
    expect(cropOf(size, moved(size, startingPlace, 0, 0.25)).top).toBe(0);
  });

  it("stays within the picture when dragged anywhere", () => {
    const drag = fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }));
    fc.assert(
      fc.property(
        side,
        side,
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.array(drag),
        (width, height, zoom, drags) => {
          const size = { width, height };
          const place = drags.reduce((from, [dx, dy]) => moved(size, from, dx, dy), { ...startingPlace, zoom });
          const { left, top, side: length } = cropOf(size, place);
          const slack = 1e-6 * Math.max(width, height);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack);
          expect(left + length).toBeLessThanOrEqual(width + slack);
          expect(top + length).toBeLessThanOrEqual(height + slack);
        },
      ),
    );
  });
});
