import type { BoardEdge, BoardNode } from "../../../api/boards";
import { countOf } from "../../../util/format";
import { commands as text } from "../strings";
import { bounds, contains, type Point, type Rect } from "./arrange";
import type { Change, Command } from "./change";
import { type BoardDocument, edgesAt, isSame, nodesWith, withDescendants } from "./document";

const things = (count: number) => countOf(count, "item");

export function add(nodes: readonly BoardNode[], edges: readonly BoardEdge[] = [], verb = text.added): Command {
  return {
    label: `${verb} ${things(nodes.length + (nodes.length === 0 ? edges.length : 0))}`,
    changes: [
      ...nodes.map((after): Change => ({ of: "node", id: after.id, before: null, after })),
      ...edges.map((after): Change => ({ of: "edge", id: after.id, before: null, after })),
    ],
  };
}

/** Removes nodes with their edges, and edges. What stood in a removed group stays where it is. */
export function remove(document: BoardDocument, nodeIds: ReadonlySet<string>, edgeIds: ReadonlySet<string>): Command {
  const edges = new Map(edgesAt(document, nodeIds).map((edge) => [edge.id, edge]));
  for (const id of edgeIds) {
    const edge = document.edges.get(id);
    if (edge) edges.set(id, edge);
  }
  const nodes = nodesWith(document, nodeIds);
  const freed = [...document.nodes.values()].filter(
    ({ id, parentId }) => parentId !== undefined && nodeIds.has(parentId) && !nodeIds.has(id),
  );
  return {
    label: text.removed(things(nodes.length || edges.size)),
    changes: [
      ...freed.map((node) => nodeChange(node, withParent(node, undefined))),
      ...[...edges.values()].map((before): Change => ({ of: "edge", id: before.id, before, after: null })),
      ...nodes.map((before): Change => ({ of: "node", id: before.id, before, after: null })),
    ],
  };
}

/** Puts nodes elsewhere; what stands in a moved group goes along unless it has a place of its own here. */
export function place(
  document: BoardDocument,
  places: ReadonlyMap<string, Point>,
  { label = text.moved, joins }: { label?: string; joins?: string } = {},
): Command {
  const shifts = new Map<string, Point>();
  for (const [id, { x, y }] of places) {
    const node = document.nodes.get(id);
    if (node) shifts.set(id, { x: x - node.x, y: y - node.y });
  }
  for (const id of withDescendants(document, new Set(shifts.keys()))) {
    if (!shifts.has(id)) shifts.set(id, inheritedShift(document, id, shifts));
  }
  const changes = [...shifts].flatMap(([id, shift]) => {
    const node = document.nodes.get(id);
    if (!node || (shift.x === 0 && shift.y === 0)) return [];
    return [nodeChange(node, { ...node, x: Math.round(node.x + shift.x), y: Math.round(node.y + shift.y) })];
  });
  return { label: `${label} ${things(places.size)}`, changes, joins };
}

function inheritedShift(document: BoardDocument, id: string, shifts: ReadonlyMap<string, Point>): Point {
  for (let parentId = document.nodes.get(id)?.parentId; parentId; parentId = document.nodes.get(parentId)?.parentId) {
    const shift = shifts.get(parentId);
    if (shift) return shift;
  }
  return { x: 0, y: 0 };
}

export function resize(document: BoardDocument, id: string, rect: Rect): Command {
  const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return change(document, [id], text.resized, (node) => ({ ...node, x, y, width, height }));
}

export function colour(document: BoardDocument, ids: Iterable<string>, color: string | undefined): Command {
  return change(document, ids, text.changedColor, (node) => ({ ...node, color }));
}

export function setData<T extends BoardNode>(document: BoardDocument, node: T, data: T["data"]): Command {
  return change(document, [node.id], text.edited, (current) => ({ ...current, data }) as BoardNode);
}

export function rename(document: BoardDocument, title: string): Command {
  return { label: text.renamedBoard, changes: [{ of: "title", before: document.title, after: title }] };
}

export function editEdge(document: BoardDocument, id: string, next: Partial<Omit<BoardEdge, "id">>): Command {
  const before = document.edges.get(id);
  const after = before && { ...before, ...next };
  return {
    label: text.editedConnection,
    changes: before && after && !isSame(before, after) ? [{ of: "edge", id, before, after }] : [],
  };
}

/** A group around these nodes, as near as it can be. */
export function group(document: BoardDocument, ids: ReadonlySet<string>, groupId: string): Command {
  const nodes = nodesWith(document, ids);
  const around = bounds(nodes);
  if (!around) return { label: text.groupedNothing, changes: [] };
  const parents = new Set(nodes.map((node) => node.parentId));
  const [only] = parents;
  const frame: BoardNode = {
    id: groupId,
    type: "group",
    x: around.x - groupPadding,
    y: around.y - groupPadding - groupTitleHeight,
    width: around.width + 2 * groupPadding,
    height: around.height + 2 * groupPadding + groupTitleHeight,
    ...(parents.size === 1 && only !== undefined && { parentId: only }),
    data: { label: text.group },
  };
  return {
    label: text.grouped(things(nodes.length)),
    changes: [
      { of: "node", id: groupId, before: null, after: frame },
      ...nodes.map((node) => nodeChange(node, withParent(node, groupId))),
    ],
  };
}

const groupPadding = 24;
const groupTitleHeight = 16;

/** Takes groups away and leaves what stood in them. */
export function ungroup(document: BoardDocument, ids: ReadonlySet<string>): Command {
  const groups = new Set(nodesWith(document, ids).flatMap((node) => (node.type === "group" ? [node.id] : [])));
  return { ...remove(document, groups, new Set()), label: text.ungrouped(countOf(groups.size, "group")) };
}

/** After a move: nodes now stand in the smallest group that holds them whole, or in none. */
export function settle(document: BoardDocument, ids: Iterable<string>): readonly Change[] {
  const moved = new Set(ids);
  const groups = [...document.nodes.values()].filter((node) => node.type === "group");
  return nodesWith(document, moved).flatMap((node) => {
    // A node that moved with its group stays in it.
    if (node.parentId !== undefined && moved.has(node.parentId)) return [];
    const own = withDescendants(document, new Set([node.id]));
    const around = groups
      .filter((candidate) => !own.has(candidate.id) && contains(candidate, node))
      .sort((one, other) => one.width * one.height - other.width * other.height)[0];
    return node.parentId === around?.id ? [] : [nodeChange(node, withParent(node, around?.id))];
  });
}

function change(
  document: BoardDocument,
  ids: Iterable<string>,
  verb: string,
  next: (node: BoardNode) => BoardNode,
): Command {
  const changes = nodesWith(document, new Set(ids)).flatMap((node) => {
    const after = next(node);
    return isSame(node, after) ? [] : [nodeChange(node, after)];
  });
  return { label: `${verb} ${things(changes.length)}`, changes };
}

function withParent(node: BoardNode, parentId: string | undefined): BoardNode {
  const { parentId: _, ...rest } = node;
  return (parentId === undefined ? rest : { ...rest, parentId }) as BoardNode;
}

function nodeChange(before: BoardNode, after: BoardNode): Change {
  return { of: "node", id: before.id, before, after };
}

export function middleOf(nodes: readonly BoardNode[]): Point {
  const around = bounds(nodes);
  return around ? { x: around.x + around.width / 2, y: around.y + around.height / 2 } : { x: 0, y: 0 };
}

/** The nodes as they stand to each other, with their middle at a point. */
export function centred(nodes: readonly BoardNode[], middle: Point): BoardNode[] {
  const now = middleOf(nodes);
  return nodes.map((node) => ({
    ...node,
    x: Math.round(node.x + middle.x - now.x),
    y: Math.round(node.y + middle.y - now.y),
  }));
}
