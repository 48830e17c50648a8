import { describe, expect, it } from "vitest";
import { countOf, formatAgo, formatBytes, formatPrice, formatSigned } from "./format";

describe("formatting", () => {
  it("pluralizes counts", () => {
    expect(countOf(1, "row")).toBe("1 row");
    expect(countOf(12_430, "row")).toBe("12,430 rows");
    expect(countOf(2, "query", "queries")).toBe("2 queries");
  });

  it("formats signed changes and prices", () => {
    expect([7, 0, -1_200].map(formatSigned)).toEqual(["+7", "0", "−1,200"]);
    expect(formatPrice(2_000)).toBe("$20");
  });

  it("formats relative times", () => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    expect(formatAgo("2026-11-20T11:59:30Z", now)).toBe("just now");
    expect(formatAgo("2026-11-20T11:00:00Z", now)).toBe("1 hour ago");
    expect(formatAgo("2026-11-18T12:00:00Z", now)).toBe("2 days ago");
  });

  it("rounds file sizes", () => {
    expect([0, 999, 1_536, 200_000_000].map(formatBytes)).toEqual(["0 B", "999 B", "1.5 kB", "200 MB"]);
  });
});
