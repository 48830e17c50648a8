import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { suggestionsFor } from "./suggestions";

const column = (name: string, type: SourceColumn["type"], distinct: number): SourceColumn => ({
  name,
  type,
  nulls: 0,
  distinct,
  isAdditive: ["volume", "sales", "amount"].includes(name),
});

const ROWS = 40;
/** Orders of two shops and days that have the same number of orders each. */
const even = Array.from({ length: ROWS }, (_, row) => [
  row + 1,
  `2024-01-${String(1 + (row % 20)).padStart(2, "0")}`,
  ["North", "South"][row % 2] ?? "",
  ["Bread", "Cake", "Tea", "Coffee"][row % 4] ?? "",
  (row * 37) % 101,
]);
const columns = [
  column("id", "integer", ROWS),
  column("day", "date", 20),
  column("shop", "string", 2),
  column("product", "string", 4),
  column("amount", "integer", ROWS),
];

describe("suggestions for a table", () => {
  it("are five whose charts show a difference", () => {
    const found = suggestionsFor({ columns, rowCount: ROWS }, { rows: even, step: 1 });
    expect(found.map(({ question }) => question.text)).toEqual([
      "Total amount over day",
      "Total amount by shop",
      "Distribution of amount",
      "Total amount by product",
      "Total amount over day by shop",
    ]);
  });

  it("count rows where their numbers differ", () => {
    const uneven = even.filter(([id]) => Number(id) % 4 !== 0 || Number(id) > 20);
    const found = suggestionsFor({ columns, rowCount: uneven.length }, { rows: uneven, step: 1 });
    expect(found.map(({ question }) => question.text)).toContain("Number of rows by shop");
  });

  it("estimate totals and numbers of rows where each row of a sample stands for several", () => {
    const dataOf = (step: number | null) =>
      suggestionsFor({ columns, rowCount: ROWS }, { rows: even, step }).map(({ chart }) => chart.data?.rows);
    const [overTime, byShop, distribution] = dataOf(1);
    const [overTimeOfMany, byShopOfMany, distributionOfMany] = dataOf(10);
    const multiplied = (rows: unknown[][] | undefined) =>
      rows?.map((row) => row.map((cell, place) => (place === row.length - 1 ? Number(cell) * 10 : cell)));
    expect(overTimeOfMany).toEqual(multiplied(overTime));
    expect(byShopOfMany).toEqual(multiplied(byShop));
    expect(distributionOfMany).toEqual(multiplied(distribution));
    expect(dataOf(null)[0]).toEqual(overTime);
  });
});
