import type { Board, BoardEdge, BoardNode } from "../../../api/boards";

/** Editable content of a board. Never changed in place: what did not change keeps its identity. */
export interface BoardDocument {
  readonly title: string;
  readonly nodes: ReadonlyMap<string, BoardNode>;
  readonly edges: ReadonlyMap<string, BoardEdge>;
}

export const EMPTY_DOCUMENT: BoardDocument = { title: "", nodes: new Map(), edges: new Map() };

export function documentOf({ title, nodes, edges }: Pick<Board, "title" | "nodes" | "edges">): BoardDocument {
  return {
    title,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [edge.id, edge])),
  };
}

/** The same JSON; what is missing and what is undefined are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]));
}

/** Edges to or from any of these nodes. */
export function edgesAt({ edges }: BoardDocument, nodeIds: ReadonlySet<string>): BoardEdge[] {
  return [...edges.values()].filter((edge) => nodeIds.has(edge.fromNode) || nodeIds.has(edge.toNode));
}

/** The nodes with these ids, in the order of the document. */
export function nodesWith({ nodes }: BoardDocument, ids: ReadonlySet<string>): BoardNode[] {
  return [...nodes.values()].filter((node) => ids.has(node.id));
}

/** These nodes and all that stand in them, however deep. */
export function withDescendants({ nodes }: BoardDocument, ids: ReadonlySet<string>): Set<string> {
  const found = new Set(ids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, parentId } of nodes.values()) if (parentId !== undefined && found.has(parentId)) found.add(id);
  }
  return found;
}
