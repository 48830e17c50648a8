import { describe, expect, it } from "vitest";
import type { BoardNode } from "../../../api/boards";
import { type ReadingItem, readingOrder } from "./reading-order";

function note(id: string, [x, y, width, height]: [number, number, number, number], parentId?: string): BoardNode {
  return { id, type: "note", data: { markdown: id }, x, y, width, height, ...(parentId && { parentId }) };
}

const ids = (items: readonly ReadingItem[]): unknown[] =>
  items.map(({ node, items: inner }) => (inner.length === 0 ? node.id : [node.id, ids(inner)]));

describe("the order in which a board is read", () => {
  it("begins with the head and goes down each column", () => {
    const nodes = [
      note("outline", [964, 168, 400, 300]),
      note("second chart", [0, 600, 520, 400]),
      note("passage", [552, 168, 380, 150]),
      note("head", [0, 0, 1364, 136]),
      note("first chart", [0, 168, 520, 400]),
    ];
    expect(ids(readingOrder(nodes))).toEqual(["head", "first chart", "second chart", "passage", "outline"]);
  });

  it("reads what is slightly out of line with its column", () => {
    const nodes = [note("b", [40, 300, 300, 100]), note("c", [500, 0, 300, 100]), note("a", [0, 0, 300, 100])];
    expect(ids(readingOrder(nodes))).toEqual(["a", "b", "c"]);
  });

  it("keeps groups together", () => {
    const group = { ...note("g", [0, 0, 700, 400]), type: "group", data: { label: "Tides" } } as BoardNode;
    const nodes = [note("after", [900, 0, 300, 100]), note("in", [20, 40, 300, 100], "g"), group];
    expect(ids(readingOrder(nodes))).toEqual([["g", ["in"]], "after"]);
  });

  it("loses nothing of groups that are in each other", () => {
    const nodes = [note("a", [0, 0, 300, 100], "b"), note("b", [0, 0, 300, 100], "a")];
    expect(ids(readingOrder(nodes)).flat(3)).toHaveLength(2);
  });
});
