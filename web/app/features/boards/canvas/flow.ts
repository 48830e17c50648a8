import { type Edge, MarkerType, type Node, type NodeHandle, Position } from "@xyflow/react";
import type { BoardEdge, BoardNode, NodeType, Side } from "../../../api/boards";
import { cssColor } from "../colors";
import type { BoardDocument } from "../core/document";
import { lineOf, typeNames } from "../core/words";
import { flow as text } from "../strings";

export type CanvasNode = Node<{ node: BoardNode; isNew: boolean }, NodeType>;
export type CanvasEdge = Edge<{ edge: BoardEdge }, "board">;

export const sides: readonly Side[] = ["top", "right", "bottom", "left"];

export const positions: Record<Side, Position> = {
  top: Position.Top,
  right: Position.Right,
  bottom: Position.Bottom,
  left: Position.Left,
};

/** The nodes of a document as the canvas draws them. What did not change stays the very same object. */
export function flowNodes(document: BoardDocument, before: readonly CanvasNode[], isEditable: boolean): CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const isFirst = before.length === 0;
  return [...document.nodes.values()].map((node) => {
    const old = known.get(node.id);
    return old?.data.node === node ? old : flowNode(node, old, isEditable, !isFirst && old === undefined);
  });
}

function flowNode(node: BoardNode, old: CanvasNode | undefined, isEditable: boolean, isNew: boolean): CanvasNode {
  const { id, type, x, y, width, height } = node;
  return {
    id,
    type,
    // Dragged nodes stay under the pointer despite remote changes.
    position: old?.dragging ? old.position : { x, y },
    width,
    height,
    // Nothing has to be drawn to know its size: far nodes are no elements, and are fitted into the view all the same.
    measured: { width, height },
    handles: handlesOf(width, height),
    zIndex: type === "group" ? -1 : 0,
    selected: old?.selected ?? false,
    dragging: old?.dragging ?? false,
    draggable: isEditable,
    connectable: isEditable,
    deletable: false,
    ariaLabel: `${typeNames[type]}: ${lineOf(node)}`,
    data: { node, isNew: old?.data.isNew ?? isNew },
  };
}

/** Known before a node is drawn: where edges begin and end is never measured. */
export function handlesOf(width: number, height: number): NodeHandle[] {
  const places: Record<Side, [number, number]> = {
    top: [width / 2, 0],
    right: [width, height / 2],
    bottom: [width / 2, height],
    left: [0, height / 2],
  };
  return sides.map((side) => {
    const [x, y] = places[side];
    return { id: side, type: "source", position: positions[side], x: x - 1, y: y - 1, width: 2, height: 2 };
  });
}

export function flowEdges(document: BoardDocument, before: readonly CanvasEdge[], isEditable: boolean): CanvasEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  return [...document.edges.values()].flatMap((edge) => {
    const [from, to] = [document.nodes.get(edge.fromNode), document.nodes.get(edge.toNode)];
    if (!from || !to) return [];
    const old = known.get(edge.id);
    const [fromSide, toSide] = sidesOf(edge, from, to);
    const isSame = old?.data?.edge === edge && old.sourceHandle === fromSide && old.targetHandle === toSide;
    return [isSame ? old : flowEdge(edge, fromSide, toSide, old, isEditable)];
  });
}

function flowEdge(
  edge: BoardEdge,
  sourceHandle: Side,
  targetHandle: Side,
  old: CanvasEdge | undefined,
  isEditable: boolean,
): CanvasEdge {
  const marker = {
    type: MarkerType.ArrowClosed,
    width: 16,
    height: 16,
    color: cssColor(edge.color) ?? "var(--board-edge)",
  };
  return {
    id: edge.id,
    type: "board",
    source: edge.fromNode,
    target: edge.toNode,
    sourceHandle,
    targetHandle,
    selected: old?.selected ?? false,
    deletable: false,
    reconnectable: isEditable,
    ...(edge.fromEnd === "arrow" && { markerStart: marker }),
    ...(edge.toEnd !== "none" && { markerEnd: marker }),
    data: { edge },
    ariaLabel: edge.label ? text.connection(edge.label) : text.connection2,
  };
}

/** The sides that an edge joins; those that it does not name are those that face each other. */
export function sidesOf(edge: BoardEdge, from: BoardNode, to: BoardNode): [Side, Side] {
  const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  const gapX = Math.abs(dx) - (from.width + to.width) / 2;
  const gapY = Math.abs(dy) - (from.height + to.height) / 2;
  const facing: [Side, Side] =
    gapX >= gapY ? (dx >= 0 ? ["right", "left"] : ["left", "right"]) : dy >= 0 ? ["bottom", "top"] : ["top", "bottom"];
  return [edge.fromSide ?? facing[0], edge.toSide ?? facing[1]];
}
