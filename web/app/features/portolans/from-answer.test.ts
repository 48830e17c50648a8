import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../stream/blocks";
import { chartLine, insertInto, markdownOfAnswer, nextFootnote } from "./from-answer";

const chart = {
  id: "b2",
  type: "chart",
  chartId: "c1",
  version: 1,
  kind: "plot",
  title: "Rain [mm]\nby month",
  description: "",
  spec: {},
  data: null,
  query: null,
  encodingNotes: [],
} satisfies Block;

const answer: Block[] = [
  { id: "b1", type: "thinking", markdown: "Hm.", durationMs: 1 },
  { id: "b3", type: "text", markdown: "Skye is wettest.[^1]\n" },
  chart,
  {
    id: "b4",
    type: "reference",
    index: 1,
    sourceId: "s1",
    title: "rain.csv",
    locator: { rowRange: { start: 1, end: 1_200 } },
  },
  { id: "b5", type: "reference", index: 2, sourceId: "s2", title: "Unused", locator: {} },
  { id: "b6", type: "suggestion", label: "More", prompt: "More" },
];

describe("an answer inserted into a document", () => {
  it("contains its text, charts, and cited footnotes", () => {
    expect(markdownOfAnswer(answer, "")).toBe(
      "Skye is wettest.[^1]\n\n![Rain \\[mm\\] by month](/charts/c1)\n\n[^1]: rain.csv, rows 1 to 1,200",
    );
  });

  it("numbers its footnotes after those of the document", () => {
    expect(markdownOfAnswer(answer, "Old.[^1] Older.[^7]\n\n[^7]: x")).toContain("Skye is wettest.[^8]");
    expect(markdownOfAnswer(answer, "Old.[^7]")).toContain("[^8]: rain.csv");
    expect(nextFootnote("a[^2] b[^10]")).toBe(11);
  });

  it("is separated from the surrounding text", () => {
    expect(insertInto("One.\n\nTwo.", "New.", { start: 4, end: 4 })).toEqual({
      markdown: "One.\n\nNew.\n\nTwo.",
      caret: 10,
    });
    expect(insertInto("", "New.", { start: 0, end: 0 })).toEqual({ markdown: "New.\n", caret: 4 });
  });

  it("keeps all text of the document at any position", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (document, place) => {
        const start = place % (document.length + 1);
        const { markdown } = insertInto(document, "NEW", { start, end: start });
        const words = (text: string) => text.replace(/\s/g, "");
        expect(words(markdown)).toBe(`${words(document.slice(0, start))}NEW${words(document.slice(start))}`);
      }),
    );
  });

  it("puts any title on one line", () => {
    expect(chartLine("c1", "a]b")).toBe("![a\\]b](/charts/c1)");
  });
});
