import { Graph, layout as runDagre } from "@dagrejs/dagre";
import type { Point, Rect } from "./arrange";

export interface LayoutNode extends Rect {
  id: string;
}

export interface LayoutRequest {
  nodes: readonly LayoutNode[];
  edges: readonly { from: string; to: string }[];
}

const nodeGap = 40;
const rankGap = 96;
const gridGap = 32;

/**
 * New places for nodes: connected ones in ranks from left to right, the others in rows below, all of it where the
 * nodes are now. Sizes stay.
 */
export function layOut({ nodes, edges }: LayoutRequest): [id: string, place: Point][] {
  if (nodes.length === 0) return [];
  const known = new Map(nodes.map((node) => [node.id, node]));
  const inner = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const connected = new Set(inner.flatMap(({ from, to }) => [from, to]));
  const places = new Map<string, Point>(
    ranked(
      nodes.filter(({ id }) => connected.has(id)),
      inner,
    ),
  );
  const bottom = Math.max(0, ...[...places].map(([id, { y }]) => y + (known.get(id)?.height ?? 0) + rankGap));
  for (const [id, { x, y }] of inRows(nodes.filter(({ id }) => !connected.has(id)))) {
    places.set(id, { x, y: y + bottom });
  }
  const left = Math.min(...nodes.map(({ x }) => x));
  const top = Math.min(...nodes.map(({ y }) => y));
  return [...places].map(([id, { x, y }]) => [id, { x: Math.round(x + left), y: Math.round(y + top) }]);
}

function ranked(nodes: readonly LayoutNode[], edges: LayoutRequest["edges"]): [string, Point][] {
  if (nodes.length === 0) return [];
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: nodeGap, ranksep: rankGap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  runDagre(graph);
  const corners = nodes.map(({ id, width, height }): [string, Point] => {
    const { x, y } = graph.node(id) as Point;
    return [id, { x: x - width / 2, y: y - height / 2 }];
  });
  const left = Math.min(...corners.map(([, { x }]) => x));
  const top = Math.min(...corners.map(([, { y }]) => y));
  return corners.map(([id, { x, y }]) => [id, { x: x - left, y: y - top }]);
}

/** Rows that together are a little wider than high. */
function inRows(nodes: readonly LayoutNode[]): [string, Point][] {
  const area = nodes.reduce((sum, { width, height }) => sum + (width + gridGap) * (height + gridGap), 0);
  const widest = Math.max(0, ...nodes.map(({ width }) => width));
  const rowWidth = Math.max(widest, Math.sqrt(area) * 1.4);
  const places: [string, Point][] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const { id, width, height } of nodes) {
    if (x > 0 && x + width > rowWidth) {
      x = 0;
      y += rowHeight + gridGap;
      rowHeight = 0;
    }
    places.push([id, { x, y }]);
    x += width + gridGap;
    rowHeight = Math.max(rowHeight, height);
  }
  return places;
}
