import { expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { isAdditive } from "./additive";

const adds = (name: string, rest: Partial<SourceColumn> = {}) =>
  isAdditive({ name, type: "number", nulls: 0, distinct: 200, min: 1, ...rest });

it("adds up amounts and counts", () => {
  for (const name of ["Sales", "Quantity", "revenue_usd", "orderCount", "Deaths", "rain_mm", "Fare revenue"]) {
    expect(adds(name), name).toBe(true);
  }
});

it("averages rates, prices, measurements, and stocks", () => {
  const names = [
    "Unit price",
    "Discount",
    "profit_margin",
    "sales growth rate",
    "body_mass_g",
    "Population",
    "humidity %",
  ];
  for (const name of names) expect(adds(name), name).toBe(false);
});

it("adds up money with losses in it, and averages other negative numbers", () => {
  expect(adds("Profit", { min: -3_000 })).toBe(true);
  expect(adds("delay", { min: -20 })).toBe(false);
});

it("adds up whole numbers under a plural unless they are a scale", () => {
  expect(adds("Marriages", { type: "integer" })).toBe(true);
  expect(adds("Marriages_per_1000", { type: "integer" })).toBe(false);
  expect(adds("cylinders", { type: "integer", distinct: 5 })).toBe(false);
  expect(adds("status", { type: "integer" })).toBe(false);
});
