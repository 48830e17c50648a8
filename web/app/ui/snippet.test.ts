import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf, withMarks, withoutMarkdown, withoutTitle } from "./snippet";

describe("a search snippet", () => {
  it("highlights the matches", () => {
    expect(partsOf("Rain on \ue000Skye\ue001 and Mull").map(({ words, isFound }) => [words, isFound])).toEqual([
      ["Rain on ", false],
      ["Skye", true],
      [" and Mull", false],
    ]);
  });

  it("leaves out the title that it begins with", () => {
    const title = "Average price by cut";
    expect(withoutTitle("Average \ue000price\ue001 by cut A bar chart of \ue000price\ue001", title)).toBe(
      "A bar chart of \ue000price\ue001",
    );
    expect(withoutTitle("Average price by \ue000cut\ue001: bars", title)).toBe("bars");
    expect(withoutTitle("Average \ue000price\ue001 by cut", title)).toBeNull();
    expect(withoutTitle("Average \ue000price\ue001 by color", title)).toBe("Average \ue000price\ue001 by color");
    expect(withoutTitle("Short", title)).toBe("Short");
  });

  it("ignores incomplete markers", () => {
    expect(partsOf("a\ue000b").map(({ words, isFound }) => [words, isFound])).toEqual([["ab", false]]);
    expect(partsOf("a\ue001b").map(({ words }) => words)).toEqual(["ab"]);
  });

  it("keeps all other characters", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", " ", "\ue000", "\ue001")), (characters) => {
        const text = characters.join("");
        const words = partsOf(text).map((part) => part.words);
        expect(words.join("")).toBe(text.replace(/[\ue000\ue001]/g, ""));
        expect(new Set(partsOf(text).map(({ start }) => start)).size).toBe(words.length);
      }),
    );
  });

  it.each([
    ["The \ue000price\ue001 is **415.9**[^1] for GOOG", "The \ue000price\ue001 is 415.9 for GOOG"],
    ["## Rain\n- on **\ue000Skye\ue001**", "Rain on \ue000Skye\ue001"],
    ["see [the table](https://example.org/a) and `sum`", "see the table and sum"],
    ["| island | rain |\n| --- | --- |\n| Skye | 210 |", "island rain Skye 210"],
    ["2 * 3 is 6 and a_b stays", "2 * 3 is 6 and a_b stays"],
  ])("reads %j without markup", (markdown, words) => {
    expect(withoutMarkdown(markdown)).toBe(words);
  });

  it("is built from a text and match positions", () => {
    expect(
      withMarks("pricing", [
        [0, 2],
        [3, 4],
      ]),
    ).toBe("\ue000pr\ue001i\ue000c\ue001ing");
    expect(withMarks("abc", [[0, 9]])).toBe("abc");
  });
});
