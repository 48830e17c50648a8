import { describe, expect, it } from "vitest";
import { findColumn } from "./find-column";

const columns = ["last_order_date", "order", "Order-Date", "region", "reorder"].map((name) => ({ name }));

describe("finding a column", () => {
  it("prefers the whole name, then its beginning", () => {
    expect(findColumn(columns, "order date", null)).toBe(2);
    expect(findColumn(columns, "ord", null)).toBe(1);
    expect(findColumn(columns, "DATE", null)).toBe(0);
  });

  it("goes to the next match and from the last to the first", () => {
    expect(findColumn(columns, "order", 1)).toBe(2);
    expect(findColumn(columns, "order", 2)).toBe(4);
    expect(findColumn(columns, "order", 4)).toBe(0);
  });

  it("finds nothing without a match or a text", () => {
    expect(findColumn(columns, "price", null)).toBeNull();
    expect(findColumn(columns, "price", 1)).toBeNull();
    expect(findColumn(columns, " _ ", null)).toBeNull();
  });
});
