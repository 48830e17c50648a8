import fc from "fast-check";
import type { Board, BoardEdge, BoardNode } from "../../../../api/boards";

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const whole = fc.integer({ min: -500, max: 500 });
const size = fc.integer({ min: 1, max: 400 });
const color = fc.option(fc.constantFrom("1", "6", "#00ff7f"), { nil: undefined });
const words = fc.string({ maxLength: 12 });

const content = fc.oneof(
  fc.record({ type: fc.constant("note" as const), data: fc.record({ markdown: words }) }),
  fc.record({ type: fc.constant("chart" as const), data: fc.record({ chartId: fc.uuid() }) }),
  fc.record({ type: fc.constant("suggestion" as const), data: fc.record({ label: words, prompt: words }) }),
  fc.record({
    type: fc.constant("source" as const),
    data: fc.record({
      sourceId: fc.uuid(),
      title: words,
      url: fc.option(fc.webUrl(), { nil: undefined }),
      status: fc.constantFrom("whole" as const, "part" as const, "blocked" as const),
    }),
  }),
  fc.record({
    type: fc.constant("reference" as const),
    data: fc.record({ sourceId: fc.uuid(), title: words, quote: words, locator: fc.record({ page: fc.nat(9) }) }),
  }),
  fc.record({ type: fc.constant("group" as const), data: fc.record({ label: words }) }),
);

const frame = { x: whole, y: whole, width: size, height: size, color };

export const aNode = (nodeId: fc.Arbitrary<string> = id): fc.Arbitrary<BoardNode> =>
  fc.tuple(fc.record({ id: nodeId, ...frame }), content).map(([place, what]) => ({ ...place, ...what }) as BoardNode);

/** Nodes with different ids, some of them in groups of the board. */
export const someNodes: fc.Arbitrary<BoardNode[]> = fc
  .tuple(fc.uniqueArray(aNode(), { selector: (node) => node.id, maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 6 }))
  .map(([nodes, choices]) => {
    const groups = nodes.filter((node) => node.type === "group");
    return nodes.map((node, place) => {
      const parent = node.type === "group" ? undefined : groups[choices[place] ?? groups.length];
      return parent ? { ...node, parentId: parent.id } : node;
    });
  });

export const someEdges = (nodes: readonly BoardNode[]): fc.Arbitrary<BoardEdge[]> => {
  if (nodes.length === 0) return fc.constant([]);
  const end = fc.constantFrom(...nodes.map((node) => node.id));
  const edge = fc.record(
    {
      id: fc.constantFrom("p", "q", "r", "s"),
      fromNode: end,
      toNode: end,
      fromSide: fc.constantFrom("left" as const, "right" as const),
      toEnd: fc.constantFrom("none" as const, "arrow" as const),
      label: words,
    },
    { requiredKeys: ["id", "fromNode", "toNode"] },
  );
  return fc.uniqueArray(edge, { selector: (each) => each.id, maxLength: 4 });
};

export const aBoard: fc.Arbitrary<Board> = someNodes.chain((nodes) =>
  someEdges(nodes).map((edges) => boardOf(nodes, edges)),
);

export function boardOf(nodes: BoardNode[], edges: BoardEdge[] = [], revision = 1): Board {
  return {
    id: "0190b1a0-0000-7000-8000-000000000001",
    title: "A board",
    visibility: "private",
    isOwner: true,
    author: {},
    revision,
    nodes,
    edges,
    createdAt: "2026-01-02T03:04:05Z",
    updatedAt: "2026-01-02T03:04:05Z",
  };
}

export function note(nodeId: string, place: Partial<BoardNode> = {}): BoardNode {
  return {
    id: nodeId,
    type: "note",
    x: 0,
    y: 0,
    width: 100,
    height: 50,
    data: { markdown: nodeId },
    ...place,
  } as BoardNode;
}
