import { describe, expect, it } from "vitest";
import { compareLines } from "./line-difference";

const changed = (lines: { text: string; isChanged: boolean }[]) =>
  lines.filter((line) => line.isChanged).map(({ text }) => text);

describe("compareLines", () => {
  it("marks the lines that only one text has", () => {
    const { one, other } = compareLines("a\nb\nc\nd\ne", "a\nx\nc\ne\nf");
    expect(changed(one)).toEqual(["b", "d"]);
    expect(changed(other)).toEqual(["x", "f"]);
  });

  it("marks nothing in equal texts", () => {
    const { one, other } = compareLines("a\n\nb", "a\n\nb");
    expect(changed([...one, ...other])).toEqual([]);
  });

  it("marks everything between the common start and end of very long texts", () => {
    const lines = (letter: string) => Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`).join("\n");
    const { one } = compareLines(`same\n${lines("a")}\nsame`, `same\n${lines("b")}\nsame`);
    expect(one.at(0)?.isChanged).toBe(false);
    expect(one.at(-1)?.isChanged).toBe(false);
    expect(changed(one)).toHaveLength(3_000);
  });
});
