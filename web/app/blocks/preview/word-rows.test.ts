import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import type { SourceWords } from "../../contract/types";
import { editRow, faultsOf, kindsFor, rowsOf, type WordRow, wordsOf } from "./word-rows";

const words: SourceWords = {
  row: "flight",
  terms: [
    { words: "Delay", column: "delay_min", generated: true },
    { words: "revenue", column: "fare_eur", generated: false },
  ],
  phrasings: [
    { words: "late", column: "delay_min", meaning: { type: "above", number: 15 }, generated: false },
    { words: "coastal", column: "port", meaning: { type: "is", values: ["Brona", "Aland, north"] }, generated: false },
    { words: "expensive", column: "fare_eur", meaning: { type: "high" }, generated: true },
  ],
};
const column = (name: string, type: SourceColumn["type"]): SourceColumn => ({
  name,
  type,
  nulls: 0,
  distinct: 3,
  isAdditive: false,
});
const row = (entry: Partial<WordRow>): WordRow => ({
  key: 0,
  words: "late",
  kind: "column",
  column: "delay_min",
  value: "",
  isGenerated: false,
  ...entry,
});

describe("rows of the word list", () => {
  it("round trip to words unchanged", () => {
    const rows = rowsOf(words);
    expect(rows.map(({ words }) => words)).toEqual(["revenue", "late", "coastal", "Delay", "expensive"]);
    const back = wordsOf("flight", rows);
    expect(new Set(back.terms)).toEqual(new Set(words.terms));
    expect(new Set(back.phrasings)).toEqual(new Set(words.phrasings));
    expect(back.row).toBe("flight");
  });

  it("drop entries without words and an empty row name", () => {
    expect(wordsOf(" ", [row({ words: "  " })])).toEqual({ terms: [], phrasings: [] });
  });

  it("belong to the user after an edit", () => {
    const columns = [column("delay_min", "number"), column("port", "string")];
    const generated = row({ isGenerated: true, kind: "high" });
    expect(editRow(generated, { words: "tardy" }, columns)).toMatchObject({ isGenerated: false, kind: "high" });
    expect(editRow(generated, { column: "port" }, columns).kind).toBe("column");
  });

  it("offer comparisons for numbers and only names for dates", () => {
    expect(kindsFor(column("a", "integer"))).toContain("above");
    expect(kindsFor(column("a", "string"))).toEqual(["column", "is"]);
    expect(kindsFor(column("a", "date"))).toEqual(["column"]);
  });

  it("are invalid when duplicated or without a number or values", () => {
    const faults = faultsOf([
      row({ key: 1 }),
      row({ key: 2, words: " LATE " }),
      row({ key: 3, words: "long", kind: "above", value: "soon" }),
      row({ key: 4, words: "coastal", kind: "is", value: " , " }),
      row({ key: 5, words: "short", kind: "below", value: "1.5" }),
    ]);
    expect([...faults]).toEqual([
      [2, "twice"],
      [3, "number"],
      [4, "values"],
    ]);
  });
});
