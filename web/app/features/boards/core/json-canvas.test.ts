import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoardNode } from "../../../api/boards";
import { CanvasError, fromCanvas, toCanvas } from "./json-canvas";
import { aBoard } from "./testing/boards";

const counter = () => {
  let last = 0;
  return () => {
    last += 1;
    return `new-${last}`;
  };
};

describe("JSON Canvas", () => {
  it("gives back every node and edge of ours, under new ids", () => {
    fc.assert(
      fc.property(aBoard, ({ nodes, edges }) => {
        const file: unknown = JSON.parse(JSON.stringify(toCanvas(nodes, edges, "https://site.example")));
        const read = fromCanvas(file, counter());
        const newId = new Map(nodes.map((node, place) => [node.id, read.nodes[place]?.id]));
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(plain(read.nodes)).toEqual(
          plain(
            nodes.map((node) => ({
              ...node,
              id: newId.get(node.id),
              parentId: node.parentId && newId.get(node.parentId),
            })),
          ),
        );
        expect(read.edges.map(({ fromNode, toNode, label, toEnd }) => ({ fromNode, toNode, label, toEnd }))).toEqual(
          edges.map(({ fromNode, toNode, label, toEnd }) => ({
            fromNode: newId.get(fromNode),
            toNode: newId.get(toNode),
            label,
            toEnd,
          })),
        );
      }),
    );
  });

  it("says in the words of the format what other programs show", () => {
    const nodes: BoardNode[] = [
      { id: "n", type: "note", x: 0, y: 0, width: 1, height: 1, data: { markdown: "# Hi" } },
      { id: "c", type: "chart", x: 0, y: 0, width: 1, height: 1, data: { chartId: "42" } },
      {
        id: "r",
        type: "reference",
        x: 0,
        y: 0,
        width: 1,
        height: 1,
        data: { sourceId: "s", title: "A page", url: "https://a.example/", locator: {}, quote: "two\nlines" },
      },
    ];
    expect(toCanvas(nodes, [], "https://site.example").nodes).toMatchObject([
      { type: "text", text: "# Hi" },
      { type: "link", url: "https://site.example/charts/42" },
      { type: "text", text: "> two\n> lines\n\n[A page](https://a.example/)" },
    ]);
  });

  it("reads what other programs write", () => {
    const place = { x: 1.4, y: -2, width: 300, height: 60 };
    const { nodes, edges } = fromCanvas(
      {
        nodes: [
          { id: "1", type: "text", text: "Hello", ...place, color: "3" },
          { id: "2", type: "link", url: "https://a.example/x.png?y", ...place },
          { id: "3", type: "link", url: "https://a.example/", ...place },
          { id: "4", type: "file", file: "a.md", subpath: "#b", ...place },
          { id: "5", type: "group", label: "G", ...place, color: "red" },
          { id: "6", type: "text", text: "no place" },
          "nonsense",
        ],
        edges: [
          { id: "e", fromNode: "1", toNode: "2", toSide: "left", fromEnd: "arrow", label: "so" },
          { id: "f", fromNode: "1", toNode: "6" },
        ],
      },
      counter(),
    );
    expect(nodes.map(({ type, data, x, color }) => ({ type, data, x, color }))).toEqual([
      { type: "note", data: { markdown: "Hello" }, x: 1, color: "3" },
      { type: "picture", data: { url: "https://a.example/x.png?y" }, x: 1, color: undefined },
      { type: "note", data: { markdown: "<https://a.example/>" }, x: 1, color: undefined },
      { type: "note", data: { markdown: "`a.md#b`" }, x: 1, color: undefined },
      { type: "group", data: { label: "G" }, x: 1, color: undefined },
    ]);
    expect(edges).toEqual([
      { id: "new-6", fromNode: "new-1", toNode: "new-2", toSide: "left", fromEnd: "arrow", label: "so" },
    ]);
  });

  it("puts what stands in a group of another program into it", () => {
    const at = (id: string, type: string, [x, y, width, height]: number[]) => ({ id, type, x, y, width, height });
    const { nodes } = fromCanvas(
      {
        nodes: [
          at("large", "group", [0, 0, 900, 600]),
          at("small", "group", [10, 10, 300, 300]),
          at("inside", "text", [20, 20, 100, 100]),
          at("half", "text", [850, 500, 100, 50]),
          { ...at("own", "text", [20, 20, 100, 100]), portolan: { type: "note" } },
        ],
      },
      counter(),
    );
    expect(nodes.map(({ parentId }) => parentId)).toEqual([undefined, "new-1", "new-2", undefined, undefined]);
  });

  it("makes notes of nodes that claim to be ours and are not whole", () => {
    const entry = { id: "1", type: "text", text: "x", x: 0, y: 0, width: 1, height: 1 };
    const { nodes } = fromCanvas(
      { nodes: [{ ...entry, portolan: { type: "chart", data: { chartId: 7 } } }] },
      counter(),
    );
    expect(nodes).toMatchObject([{ type: "note", data: { markdown: "x" } }]);
  });

  it.each([null, 3, "x", [], {}, { nodes: "x" }])("refuses %j", (file) => {
    expect(() => fromCanvas(file, counter())).toThrow(CanvasError);
  });

  it("never throws anything else, whatever a file says", () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom("id", "type", "x", "portolan"), fc.anything())), (nodes) => {
        expect(() => fromCanvas({ nodes, edges: nodes }, counter())).not.toThrow();
      }),
    );
  });
});
