import type { BoardNode } from "../../../api/boards";

/** A node, and for a group the nodes in it, in the order in which they are read. */
export interface ReadingItem {
  node: BoardNode;
  items: ReadingItem[];
}

/** Returns the order in which a board is read: what spans its columns first, then column by column from the top. */
export function readingOrder(nodes: Iterable<BoardNode>): ReadingItem[] {
  const all = [...nodes];
  const ids = new Set(all.map(({ id }) => id));
  const inside = (group: string) =>
    all.filter(({ parentId }) => (parentId != null && ids.has(parentId) ? parentId : "") === group);
  const seen = new Set<string>();
  const order = (parentId: string): ReadingItem[] =>
    byColumn(inside(parentId)).flatMap((node) => {
      // Groups of other programs may be in each other.
      if (seen.has(node.id)) return [];
      seen.add(node.id);
      return [{ node, items: order(node.id) }];
    });
  const items = order("");
  return [...items, ...byColumn(all.filter(({ id }) => !seen.has(id))).map((node) => ({ node, items: [] }))];
}

/** A node that is this many times as wide as its neighbours spans their columns. */
const spans = 1.8;

function byColumn(nodes: readonly BoardNode[]): BoardNode[] {
  const widths = nodes.map(({ width }) => width).sort((one, other) => one - other);
  const usual = widths[Math.floor((widths.length - 1) / 2)] ?? 0;
  const byHeight = (one: BoardNode, other: BoardNode) => one.y - other.y || one.x - other.x;
  const top = Math.min(...nodes.map(({ y }) => y));
  const head = nodes.filter(({ width, y }) => width > usual * spans && y === top);
  const columns: { middle: number; nodes: BoardNode[] }[] = [];
  for (const node of nodes.filter((each) => !head.includes(each)).sort((one, other) => one.x - other.x)) {
    const last = columns.at(-1);
    if (last && node.x < last.middle) last.nodes.push(node);
    else columns.push({ middle: node.x + node.width / 2, nodes: [node] });
  }
  return [...head.sort(byHeight), ...columns.flatMap((column) => column.nodes.sort(byHeight))];
}
