import { describe, expect, it } from "vitest";
import type { Block } from "../stream/blocks";
import type { Turn } from "../stream/chat";
import { arrangeChatBoard } from "./chat-board";

const chart = { type: "chart", chartId: "c1", version: 2, title: "Sales by region" } as Block;
const text = { type: "text", markdown: "West sells most." } as Block;
const turn = (question: string, blocks: Block[]) =>
  ({ message: { text: question, sourceIds: [] }, blocks }) as unknown as Turn;

function board(turns: Turn[]) {
  let count = 0;
  return arrangeChatBoard(turns, { chatId: "chat", title: "Sales", newId: () => `n${++count}` });
}

describe("a board created from a chat", () => {
  it("groups the chart and the text of each answer under its question", () => {
    const nodes = board([turn("total sales\nby region", [chart, text]), turn("and the lowest?", [text])]);
    expect(nodes.map(({ type, parentId }) => [type, parentId])).toEqual([
      ["group", undefined],
      ["chart", "n1"],
      ["note", "n1"],
      ["group", undefined],
      ["note", "n4"],
      ["chat", undefined],
    ]);
    expect(nodes[0]).toMatchObject({ data: { label: "total sales by region" } });
    expect(nodes[1]).toMatchObject({ data: { chartId: "c1", version: 2, title: "Sales by region" } });
  });

  it("keeps nodes within their groups and groups apart", () => {
    const nodes = board([turn("one", [chart, text, chart, text]), turn("two", [text]), turn("three", [chart])]);
    const groups = nodes.filter(({ type }) => type === "group");
    for (const node of nodes.filter(({ parentId }) => parentId)) {
      const group = groups.find(({ id }) => id === node.parentId);
      if (!group) throw new Error("no group");
      expect(node.x + node.width).toBeLessThan(group.x + group.width);
      expect(node.y + node.height).toBeLessThan(group.y + group.height);
    }
    for (const [place, group] of groups.entries()) {
      expect(group.y).toBeGreaterThanOrEqual(place === 0 ? 0 : bottomOf(groups[place - 1]));
    }
  });

  it("is empty for answers without charts and text", () => {
    expect(board([turn("one", [{ type: "suggestion", label: "More", prompt: "More" } as Block])])).toEqual([]);
  });
});

function bottomOf(frame: { y: number; height: number } | undefined): number {
  return frame ? frame.y + frame.height : 0;
}
