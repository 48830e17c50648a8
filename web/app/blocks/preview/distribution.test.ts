import { describe, expect, it } from "vitest";
import { distributionOf } from "./distribution";

describe("the distribution of a column", () => {
  it("counts numbers in equal intervals and ignores missing cells", () => {
    const { bars } = distributionOf({ type: "number" }, [0, 0, 12, null, 6]);
    expect(bars.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(bars[0]?.share).toBe(1);
    expect(bars[6]?.share).toBe(0.5);
  });

  it("counts dates in equal intervals", () => {
    const { bars } = distributionOf({ type: "date" }, ["2024-01-01", "2024-12-31", "2024-12-30"]);
    expect(bars.at(0)?.count).toBe(1);
    expect(bars.at(-1)?.count).toBe(2);
  });

  it("shows the most frequent values first", () => {
    const { bars } = distributionOf({ type: "string" }, ["b", "a", "b", "c", "d", "e", "f", null]);
    expect(bars.map(({ label }) => label)).toEqual(["b", "a", "c"]);
    expect(bars[0]?.count).toBe(2);
  });

  it("is one bar when all numbers are equal, and empty without values", () => {
    expect(distributionOf({ type: "integer" }, [7, 7]).bars).toHaveLength(1);
    expect(distributionOf({ type: "integer" }, [null]).bars).toEqual([]);
  });
});
