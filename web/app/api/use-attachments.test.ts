import { describe, expect, it } from "vitest";
import { isTable } from "./use-attachments";

describe("pasted text", () => {
  it("with rows and columns becomes a table", () => {
    expect(isTable("city\tpeople\nOslo\t700000\nBergen\t290000")).toBe(true);
    expect(isTable("a;b\r\n1;2\r\n3;4\r\n")).toBe(true);
  });

  it.each([
    "How many people live in Oslo?",
    "",
    "one, two\nthree, four",
    "https://example.org/table.csv",
    "Dear all,\nplease look,\nat this, and this",
  ])("%j stays text", (text) => {
    expect(isTable(text)).toBe(false);
  });
});
