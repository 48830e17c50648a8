import { describe, expect, it } from "vitest";
import type { ChartData } from "../draw-request";
import { applyView, isPlain, keepOnly, leaveOut, plainView, readView, rename, withoutFilter } from "./table-view";

const data: ChartData = {
  columns: [
    { name: "country", type: "string" },
    { name: "people", type: "integer" },
  ],
  rows: [
    ["Kenya", 55],
    ["Chile", null],
    ["Egypt", 112],
    ["Kenya", 9],
  ],
};

describe("table view", () => {
  it("sorts numbers by size and keeps missing values last in both directions", () => {
    const order = (isDescending: boolean) =>
      applyView(data, { ...plainView, sort: { column: "people", isDescending } }).rows.map(([, people]) => people);
    expect(order(false)).toEqual([9, 55, 112, null]);
    expect(order(true)).toEqual([112, 55, 9, null]);
  });

  it("filters to a value, excludes several, and shows all rows again", () => {
    const countries = (view: typeof plainView) => applyView(data, view).rows.map(([country]) => country);
    const only = keepOnly(plainView, "country", "Kenya");
    expect(countries(only)).toEqual(["Kenya", "Kenya"]);
    const without = leaveOut(leaveOut(only, "country", "Chile"), "country", "Egypt");
    expect(countries(without)).toEqual(["Kenya", "Kenya"]);
    expect(countries(leaveOut(plainView, "people", null))).not.toContain("Chile");
    expect(countries(withoutFilter(without, "country"))).toHaveLength(4);
  });

  it("renames and hides columns without losing their place in the rows", () => {
    const renamed = rename(plainView, "people", "People (millions)");
    const { columns } = applyView(data, { ...renamed, hidden: ["country"] });
    expect(columns).toEqual([{ source: data.columns[1], index: 1, label: "People (millions)" }]);
    expect(isPlain(rename(renamed, "people", ""))).toBe(true);
  });

  it("reads a stored view and ignores anything invalid", () => {
    const view = { ...leaveOut(plainView, "country", null), sort: { column: "people", isDescending: true } };
    expect(readView(JSON.parse(JSON.stringify(view)))).toEqual(view);
    for (const stored of [null, "sort", { sort: 3, filters: [{}, 1], hidden: [2], names: [1] }]) {
      expect(readView(stored)).toEqual(plainView);
    }
  });
});
