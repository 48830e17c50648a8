import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardNode } from "../../../api/boards";
import { documentOf } from "../core/document";
import { aBoard, boardOf, note } from "../core/testing/boards";
import { boardSvg } from "./board-svg";

const nothing = { theme: "light", charts: new Map(), chartTitles: new Map() } as const;

describe("the drawing of a board", () => {
  it("is well-formed and holds every node, whatever is written on them", () => {
    fc.assert(
      fc.property(aBoard, (board) => {
        const { svg, size } = boardSvg(documentOf(board), nothing);
        const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
        expect(drawn.querySelector("parsererror")).toBeNull();
        for (const { x, y, width, height } of board.nodes) {
          expect(x).toBeGreaterThan(size.x);
          expect(y).toBeGreaterThan(size.y);
          expect(x + width).toBeLessThan(size.x + size.width);
          expect(y + height).toBeLessThan(size.y + size.height);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("says the words of notes and the label of a connection, without the signs of Markdown", () => {
    const nodes = [
      note("a", { width: 300, height: 200, data: { markdown: "# Tides\n**High** at noon <b>" } } as Partial<BoardNode>),
      note("b", { x: 600, width: 300, height: 200 }),
    ];
    const { svg } = boardSvg(
      documentOf(boardOf(nodes, [{ id: "e", fromNode: "a", toNode: "b", label: "leads" }])),
      nothing,
    );
    expect(svg).toContain(">Tides</text>");
    expect(svg).toContain("High at noon &lt;b&gt;");
    expect(svg).toContain(">leads</text>");
  });

  it("carries the drawings of its charts in itself, and titles where one is missing", () => {
    const chart = (id: string): BoardNode => ({
      ...note(id, { x: 40, width: 400, height: 300 }),
      type: "chart",
      data: { chartId: id },
    });
    const options = {
      ...nothing,
      charts: new Map([["one", "data:image/svg+xml;base64,AAAA"]]),
      chartTitles: new Map([["two", "Rain by month"]]),
    };
    const { svg } = boardSvg(documentOf(boardOf([chart("one"), chart("two")])), options);
    expect(svg).toContain('href="data:image/svg+xml;base64,AAAA"');
    expect(svg).toContain("Rain by month");
    expect(svg).not.toMatch(/href="(?:https?:|\/)/);
  });
});
