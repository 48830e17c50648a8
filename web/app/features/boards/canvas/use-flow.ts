import {
  applyEdgeChanges,
  applyNodeChanges,
  type Connection,
  type EdgeChange,
  type NodeChange,
  type OnSelectionChangeParams,
} from "@xyflow/react";
import { useCallback, useState } from "react";
import type { Side } from "../../../api/boards";
import { randomId } from "../../../util/random-id";
import { type BoardTools, NOTHING_SELECTED } from "../board-tools";
import type { Point } from "../core/arrange";
import { apply, join } from "../core/change";
import * as commands from "../core/commands";
import { type BoardDocument, isSame, withDescendants } from "../core/document";
import { useFlow as text } from "../strings";
import { useBoardView } from "../use-board-view";
import { type CanvasEdge, type CanvasNode, flowEdges, flowNodes, handlesOf, sides } from "./flow";

interface Drawn {
  document: BoardDocument;
  nodes: CanvasNode[];
  edges: CanvasEdge[];
}

/** The board as the canvas draws it, and what the canvas does to it. While something is dragged only the drawing moves. */
export function useFlow(board: BoardTools) {
  const { store, isEditable } = board;
  const { document } = useBoardView(store);
  const [drawn, setDrawn] = useState<Drawn>(() => draw(document, { document, nodes: [], edges: [] }, isEditable));
  const current = drawn.document === document ? drawn : draw(document, drawn, isEditable);
  if (current !== drawn) setDrawn(current);

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const moved = finalPlaces(changes);
      setDrawn((before) => ({
        ...before,
        nodes: withHandles(applyNodeChanges(withGroups(changes, before), before.nodes), changes),
      }));
      if (moved.size === 0 || !isEditable) return;
      const isKeyboard = changes.every((change) => change.type !== "position" || change.dragging === undefined);
      move(board, moved, isKeyboard);
    },
    [board, isEditable],
  );

  const onEdgesChange = useCallback((changes: EdgeChange<CanvasEdge>[]) => {
    setDrawn((before) => ({ ...before, edges: applyEdgeChanges(changes, before.edges) }));
  }, []);

  const onConnect = useCallback(
    ({ source, target, sourceHandle, targetHandle }: Connection) => {
      if (source === target) return;
      const edge = { id: randomId(), fromNode: source, toNode: target, ...sidesOfHandles(sourceHandle, targetHandle) };
      store.run(commands.add([], [edge], text.connected));
    },
    [store],
  );

  const onReconnect = useCallback(
    (old: CanvasEdge, { source, target, sourceHandle, targetHandle }: Connection) => {
      if (source === target) return;
      const ends = { fromNode: source, toNode: target, ...sidesOfHandles(sourceHandle, targetHandle) };
      store.run(commands.editEdge(store.document, old.id, ends));
    },
    [store],
  );

  const onSelectionChange = useCallback(
    ({ nodes, edges }: OnSelectionChangeParams) => {
      const selection =
        nodes.length + edges.length === 0
          ? NOTHING_SELECTED
          : { nodeIds: new Set(nodes.map(({ id }) => id)), edgeIds: new Set(edges.map(({ id }) => id)) };
      const before = board.selection.get();
      if (!isSame([...before.nodeIds, ...before.edgeIds], [...selection.nodeIds, ...selection.edgeIds])) {
        board.selection.set(selection);
      }
    },
    [board],
  );

  const select = useCallback((nodeIds: ReadonlySet<string>) => {
    setDrawn((before) => ({
      ...before,
      nodes: before.nodes.map((node) =>
        (node.selected ?? false) === nodeIds.has(node.id) ? node : { ...node, selected: nodeIds.has(node.id) },
      ),
      edges: before.edges.map((edge) => (edge.selected ? { ...edge, selected: false } : edge)),
    }));
  }, []);

  return {
    nodes: current.nodes,
    edges: current.edges,
    onNodesChange,
    onEdgesChange,
    onConnect,
    onReconnect,
    onSelectionChange,
    select,
  };
}

function draw(document: BoardDocument, before: Drawn, isEditable: boolean): Drawn {
  return {
    document,
    nodes: flowNodes(document, before.nodes, isEditable),
    edges: flowEdges(document, before.edges, isEditable),
  };
}

/** Final positions of these changes; an ongoing drag or resize has none yet. */
function finalPlaces(changes: readonly NodeChange<CanvasNode>[]): Map<string, Point> {
  const resized = new Set(changes.flatMap((change) => (change.type === "dimensions" ? [change.id] : [])));
  return new Map(
    changes.flatMap((change) =>
      change.type === "position" && change.position && change.dragging !== true && !resized.has(change.id)
        ? [[change.id, change.position] as const]
        : [],
    ),
  );
}

/** The ends of edges follow the sides of what is being resized. */
function withHandles(nodes: CanvasNode[], changes: readonly NodeChange<CanvasNode>[]): CanvasNode[] {
  const resized = new Set(changes.flatMap((change) => (change.type === "dimensions" ? [change.id] : [])));
  if (resized.size === 0) return nodes;
  return nodes.map((node) =>
    resized.has(node.id) ? { ...node, handles: handlesOf(node.width ?? 0, node.height ?? 0) } : node,
  );
}

/** Moves the contents of a dragged group. */
function withGroups(changes: NodeChange<CanvasNode>[], { document, nodes }: Drawn): NodeChange<CanvasNode>[] {
  const own = new Set(changes.flatMap((change) => (change.type === "position" ? [change.id] : [])));
  const more: NodeChange<CanvasNode>[] = [];
  const drawn = new Map(nodes.map((node) => [node.id, node]));
  for (const change of changes) {
    if (change.type !== "position" || !change.position) continue;
    const group = document.nodes.get(change.id);
    if (group?.type !== "group") continue;
    const [dx, dy] = [change.position.x - group.x, change.position.y - group.y];
    for (const id of withDescendants(document, new Set([group.id]))) {
      const node = document.nodes.get(id);
      if (!node || own.has(id) || !drawn.has(id)) continue;
      const position = { x: node.x + dx, y: node.y + dy };
      more.push({ type: "position", id, position, dragging: change.dragging });
      own.add(id);
    }
  }
  return more.length === 0 ? changes : [...changes, ...more];
}

function move({ store }: BoardTools, places: ReadonlyMap<string, Point>, isKeyboard: boolean) {
  const joins = isKeyboard ? `keys ${[...places.keys()].join()}` : undefined;
  const command = commands.place(store.document, places, { joins });
  if (command.changes.length === 0) return;
  const settled = commands.settle(apply(store.document, command.changes), places.keys());
  store.run({ ...command, changes: join(command.changes, settled) });
}

function sidesOfHandles(from: string | null | undefined, to: string | null | undefined) {
  return { ...(isSide(from) && { fromSide: from }), ...(isSide(to) && { toSide: to }) };
}

function isSide(handle: string | null | undefined): handle is Side {
  return sides.includes(handle as Side);
}
