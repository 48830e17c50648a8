import { describe, expect, it } from "vitest";
import type { BoardNode } from "../../../api/boards";
import { documentOf } from "./document";
import { passageUrl } from "./passage";
import { boardOf, note } from "./testing/boards";
import { findNodes, firstLine, lineOf, plainLines, selectionContext } from "./words";

const source: BoardNode = {
  id: "s",
  type: "source",
  x: 0,
  y: 900,
  width: 1,
  height: 1,
  data: { sourceId: "source-1", title: "Tides of Brest", url: "https://tides.example/", status: "whole" },
};

describe("searching a board", () => {
  const document = documentOf(
    boardOf([
      source,
      note("low", { data: { markdown: "Low tide" }, y: 50 }),
      note("high", { data: { markdown: "High tide at **Brest**" }, x: 9 }),
      { ...note("c"), type: "chart", data: { chartId: "chart-1" } } as BoardNode,
    ]),
  );

  it("finds all words in any order, from the top", () => {
    expect(findNodes(document, "TIDE").map(({ id }) => id)).toEqual(["high", "low", "s"]);
    expect(findNodes(document, "brest tide").map(({ id }) => id)).toEqual(["high", "s"]);
    expect(findNodes(document, " ")).toEqual([]);
  });

  it("finds charts by the title that the chat knows", () => {
    expect(findNodes(document, "rain", new Map([["chart-1", "Rain by month"]])).map(({ id }) => id)).toEqual(["c"]);
  });
});

describe("words of a note", () => {
  it("are plain without the signs of Markdown", () => {
    expect(plainLines("# A *title*\n\n> said [so](https://x.example)\n- `one`")).toEqual([
      { text: "A title", isHeading: true },
      { text: "", isHeading: false },
      { text: "said so", isHeading: false },
      { text: "• one", isHeading: false },
    ]);
    expect(firstLine("\n\n## Hello")).toBe("Hello");
  });
});

it("tells the assistant what is selected, and which sources go along", () => {
  const context = selectionContext([note("a", { data: { markdown: "First\nsecond" } }), source]);
  expect(context.text).toBe(
    "About this selection on the board:\n- Note: First\n  second\n- Source: Tides of Brest https://tides.example/",
  );
  expect(context.sourceIds).toEqual(["source-1"]);
});

describe("the address of a passage", () => {
  it.each([
    ["https://a.example/x", { quote: "low tide" }, "https://a.example/x#:~:text=low%20tide"],
    ["https://a.example/x#part", { quote: "so-called" }, "https://a.example/x#part:~:text=so%2Dcalled"],
    ["https://a.example/x.pdf", { page: 3, quote: "y" }, "https://a.example/x.pdf#page=3"],
    ["https://video.example/watch?v=1", { startMs: 65_400 }, "https://video.example/watch?v=1&t=65"],
    ["https://a.example/talk.mp4", { startMs: 5_000 }, "https://a.example/talk.mp4#t=5"],
    ["https://a.example/", {}, "https://a.example/"],
    ["javascript:alert(1)", { quote: "x" }, "javascript:alert(1)"],
    ["nonsense", { page: 1 }, "nonsense"],
  ])("%s at %j", (url, locator, expected) => {
    expect(passageUrl(url, locator)).toBe(expected);
  });

  it("names a long passage by its ends", () => {
    const quote = Array.from({ length: 60 }, (_, place) => `w${place}`).join(" ");
    expect(passageUrl("https://a.example/", { quote })).toBe(
      "https://a.example/#:~:text=w0%20w1%20w2%20w3%20w4,w55%20w56%20w57%20w58%20w59",
    );
  });
});

it("tells passages of one source apart by their words", () => {
  const frame = { id: "r", x: 0, y: 0, width: 1, height: 1 };
  const data = { sourceId: "s", title: "A page", locator: { quote: "high\n at noon" } };
  expect(lineOf({ ...frame, type: "reference", data })).toBe("high at noon");
  expect(lineOf({ ...frame, type: "reference", data: { ...data, locator: {} } })).toBe("A page");
});

it("leaves no signs of emphasis or of footnotes, and stars that are none", () => {
  expect(plainLines("of *A talk* and _so_ **on**.[^1] 2 * 3 * 4 a*b*c")[0]?.text).toBe(
    "of A talk and _so_ on. 2 * 3 * 4 a*b*c",
  );
});
