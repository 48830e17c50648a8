import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Alignment, type ArrangeAxis, aligned, bounds, distributed, freePlace, overlaps } from "./arrange";
import * as commands from "./commands";
import { documentOf } from "./document";
import { layOut } from "./layout";
import { aBoard, aNode, boardOf, note, someNodes } from "./testing/boards";

const several = fc.uniqueArray(aNode(), { selector: (node) => node.id, minLength: 1, maxLength: 6 });

const alignments: Alignment[] = ["left", "center", "right", "top", "middle", "bottom"];

describe("aligning", () => {
  it.each(alignments)("puts every %s on one line and keeps the other coordinate", (alignment) => {
    fc.assert(
      fc.property(several, (nodes) => {
        const places = aligned(nodes, alignment);
        const lines = nodes.map((node) => {
          const { x, y } = places.get(node.id) ?? node;
          const isHorizontal = alignment === "left" || alignment === "center" || alignment === "right";
          expect(isHorizontal ? y : x).toBe(isHorizontal ? node.y : node.x);
          const share = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 }[alignment];
          return isHorizontal ? x + node.width * share : y + node.height * share;
        });
        for (const line of lines) expect(line).toBeCloseTo(lines[0] ?? 0, 6);
      }),
    );
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(several, fc.constantFrom(...alignments), (nodes, alignment) => {
        const once = nodes.map((node) => ({ ...node, ...(aligned(nodes, alignment).get(node.id) ?? {}) }));
        const twice = aligned(once, alignment);
        for (const node of once) {
          expect(twice.get(node.id)?.x).toBeCloseTo(node.x, 6);
          expect(twice.get(node.id)?.y).toBeCloseTo(node.y, 6);
        }
      }),
    );
  });
});

describe("distributing", () => {
  it.each<ArrangeAxis>(["horizontal", "vertical"])("makes the %s gaps equal and leaves the ends", (direction) => {
    fc.assert(
      fc.property(fc.uniqueArray(aNode(), { selector: (node) => node.id, minLength: 3, maxLength: 6 }), (nodes) => {
        const [start, size] = direction === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
        const sorted = [...nodes].sort((one, other) => one[start] - other[start]);
        const places = distributed(nodes, direction);
        const at = sorted.map((node) => ({ from: places.get(node.id)?.[start] ?? Number.NaN, size: node[size] }));
        const gaps = at.slice(1).map(({ from }, place) => from - ((at[place]?.from ?? 0) + (at[place]?.size ?? 0)));
        for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? 0, 6);
        expect(at[0]?.from).toBe(sorted[0]?.[start]);
        expect(at.at(-1)?.from).toBe(sorted.at(-1)?.[start]);
      }),
    );
  });
});

describe("moving", () => {
  it("takes along what stands in a group, once", () => {
    const document = documentOf(
      boardOf([
        { ...note("g"), type: "group", data: { label: "" }, width: 400, height: 400 },
        { ...note("i"), type: "group", data: { label: "" }, parentId: "g" },
        note("a", { parentId: "i", x: 10 }),
        note("b"),
      ]),
    );
    const { changes } = commands.place(document, new Map([["g", { x: 100, y: 0 }]]));
    expect(changes).toMatchObject([
      { id: "g", after: { x: 100 } },
      { id: "i", after: { x: 100 } },
      { id: "a", after: { x: 110 } },
    ]);
  });

  it("never moves anything that was not named nor stands in what was", () => {
    fc.assert(
      fc.property(aBoard, fc.integer({ min: -99, max: 99 }), (board, by) => {
        const document = documentOf(board);
        const [first] = board.nodes;
        if (!first) return;
        const { changes } = commands.place(document, new Map([[first.id, { x: first.x + by, y: first.y }]]));
        for (const change of changes) {
          if (change.of !== "node" || !change.before || !change.after) throw new Error("only nodes move");
          expect([change.id, change.before.parentId]).toContain(first.id);
          expect(change.after.x - change.before.x).toBe(by);
        }
      }),
    );
  });

  it("puts a node into the smallest group that holds it, and takes it out again", () => {
    const group = { ...note("g"), type: "group", data: { label: "" }, width: 500, height: 500 } as const;
    const inside = documentOf(boardOf([group, note("a", { x: 20, y: 20 })]));
    expect(commands.settle(inside, ["a"])).toMatchObject([{ id: "a", after: { parentId: "g" } }]);
    const outside = documentOf(boardOf([group, note("a", { x: 900, parentId: "g" })]));
    expect(commands.settle(outside, ["a"])).toMatchObject([{ id: "a", before: { parentId: "g" } }]);
    expect((commands.settle(outside, ["a"])[0] as { after: object }).after).not.toHaveProperty("parentId");
  });
});

describe("a free place", () => {
  it("covers nothing", () => {
    fc.assert(
      fc.property(someNodes, aNode(), (nodes, wanted) => {
        const place = { ...wanted, ...freePlace(nodes, wanted) };
        expect(nodes.some((node) => overlaps(node, place))).toBe(false);
      }),
    );
  });

  it("is the wanted one where nothing is there", () => {
    expect(freePlace([], note("a", { x: 3, y: 4 }))).toEqual({ x: 3, y: 4 });
  });
});

describe("the automatic layout", () => {
  const edgesOf = (nodes: readonly { id: string }[], pairs: readonly [number, number][]) =>
    pairs.flatMap(([from, to]) => {
      const [one, other] = [nodes[from % nodes.length], nodes[to % nodes.length]];
      return one && other ? [{ from: one.id, to: other.id }] : [];
    });

  it("places every node once, without overlaps, where they were", () => {
    fc.assert(
      fc.property(several, fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 8 }), (nodes, pairs) => {
        const places = new Map(layOut({ nodes, edges: edgesOf(nodes, pairs) }));
        expect([...places.keys()].sort()).toEqual(nodes.map(({ id }) => id).sort());
        const laid = nodes.map((node) => ({ ...node, ...places.get(node.id) }));
        for (const [place, one] of laid.entries()) {
          for (const other of laid.slice(place + 1)) expect(overlaps(one, other, -2)).toBe(false);
        }
        expect(bounds(laid)).toMatchObject({ x: bounds(nodes)?.x, y: bounds(nodes)?.y });
      }),
    );
  });

  it("reads from left to right along the edges", () => {
    const nodes = [note("a"), note("b"), note("c")];
    const edges = [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
    ];
    const places = new Map(layOut({ nodes, edges }));
    expect(places.get("a")?.x).toBeLessThan(places.get("b")?.x ?? 0);
    expect(places.get("b")?.x).toBeLessThan(places.get("c")?.x ?? 0);
  });
});
