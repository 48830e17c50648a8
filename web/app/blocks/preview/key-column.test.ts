import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { isKeyColumn } from "./key-column";

const column = (name: string, rest: Partial<SourceColumn> = {}): SourceColumn => ({
  name,
  type: "integer",
  nulls: 0,
  distinct: 40,
  min: 3,
  max: 900,
  isAdditive: false,
  ...rest,
});

describe("key columns", () => {
  it("are found by their name", () => {
    for (const name of ["id", "ID", "customer_id", "orderId", "Order ID", "zip", "country code", "rank"]) {
      expect(isKeyColumn(column(name), 100), name).toBe(true);
    }
    for (const name of ["idle", "paid", "humid", "keys sold", "coded lines"]) {
      expect(isKeyColumn(column(name), 100), name).toBe(false);
    }
  });

  it("are found by numbers that count the rows", () => {
    const counting = { distinct: 400, min: 1001, max: 1400 };
    expect(isKeyColumn(column("order", counting), 400)).toBe(true);
    expect(isKeyColumn(column("order", { ...counting, max: 1500 }), 400)).toBe(false);
    expect(isKeyColumn(column("order", { distinct: 8, min: 1, max: 8 }), 8)).toBe(false);
    expect(isKeyColumn(column("no", { distinct: 8, min: 1, max: 9 }), 8)).toBe(true);
  });

  it("are never years", () => {
    expect(isKeyColumn(column("Year", { distinct: 145, min: 1867, max: 2011 }), 145)).toBe(false);
  });

  it("are never text", () => {
    expect(isKeyColumn(column("id", { type: "string" }), 100)).toBe(false);
  });
});
