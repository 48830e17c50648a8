import { describe, expect, it } from "vitest";
import type { ColumnEdit } from "../../contract/types";
import { editOf, repairsOf, splitUnit, withChoice, withoutChoice, withoutRepair } from "./column-edits";

const edits: ColumnEdit[] = [
  { column: "region", spellings: { "OLD TOWN": "Old Town", "old town": "Old Town" } },
  { column: "amount", name: "Takings (€)", missing: -99 },
];

describe("column edits", () => {
  it("split a unit in parentheses from the name", () => {
    expect(splitUnit("Takings (€)")).toEqual({ name: "Takings", unit: "€" });
    expect(splitUnit("rain_mm")).toEqual({ name: "rain_mm", unit: "" });
    expect(splitUnit("(mm)")).toEqual({ name: "(mm)", unit: "" });
  });

  it("find a column by its current name", () => {
    expect(editOf("Takings (€)", edits)).toBe(edits[1]);
    expect(editOf("amount", edits)).toBeUndefined();
  });

  it("rename a column and keep its repairs", () => {
    const choice = { name: " Sales ", unit: "$", type: "number" as const };
    expect(withChoice("Takings (€)", choice, edits)[1]).toEqual({
      column: "amount",
      name: "Sales ($)",
      type: "number",
      missing: -99,
    });
    expect(withChoice("day", { name: "Day", unit: "", type: "date" }, edits)).toHaveLength(3);
    expect(withoutChoice("Takings (€)", edits)[1]).toEqual({ column: "amount", missing: -99 });
  });

  it("undo one repair and keep the others", () => {
    const repairs = repairsOf(edits);
    expect(repairs).toEqual([
      { column: "region", kind: "spellings", count: 2, from: "OLD TOWN", to: "Old Town" },
      { column: "Takings (€)", kind: "missing", number: -99 },
    ]);
    const rest = repairs.reduce<ColumnEdit[]>((left, repair) => withoutRepair(repair, left), edits);
    expect(repairsOf(rest)).toEqual([]);
    expect(rest[1]).toEqual({ column: "amount", name: "Takings (€)" });
  });
});
