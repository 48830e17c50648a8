import { Graph, layout } from "@dagrejs/dagre";
import { drawMessage } from "../message.ts";
import { flow as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, wrap } from "../text-width.ts";
import { type } from "../theme.ts";
import type { DrawContext, Drawing, Mark } from "./drawing.ts";
import { type FlowEdge, type FlowGraph, readFlow } from "./flow-graph.ts";

const widestText = 168;
const lineHeight = 17;
const edgeLabel = { fontSize: type.note, lineHeight: 14, widest: 110 };

interface Point {
  x: number;
  y: number;
}

interface LaidNode extends Point {
  lines: string[];
  width: number;
  height: number;
}

interface LaidEdge extends Point {
  points: Point[];
  lines: string[];
  width: number;
  height: number;
}

interface Laid {
  width: number;
  height: number;
  nodes: Map<string, LaidNode>;
  edges: LaidEdge[];
}

/** Steps in layers, from the top or, where that is too wide, from the left. */
export function drawFlow(context: DrawContext): Drawing {
  const graph = readFlow(context.spec);
  if (graph.nodes.length === 0) return drawMessage(context, strings.nothingToDraw, strings.theFlowchartHasNoNodes);
  const laid = chooseLayout(graph, context.width);
  const scale = Math.max(0.72, Math.min(1, context.width / laid.width));
  const left = Math.max(0, (context.width - laid.width * scale) / 2);
  const { colors } = context;
  const entered = new Set(graph.edges.filter((edge) => edge.source !== edge.target).map((edge) => edge.target));
  const lines = laid.edges.map((edge) => drawEdge(edge, colors.rule));
  const labels = laid.edges.map((edge) => drawEdgeLabel(edge, context));
  const boxes = graph.nodes.map(({ id }) => drawNode(laid.nodes.get(id), !entered.has(id), context));
  const marks = graph.nodes.flatMap(({ id, label }): Mark[] => {
    const node = laid.nodes.get(id);
    if (!node) return [];
    return [
      {
        label: `${label}${leadsTo(graph, id)}`,
        x: left + (node.x - node.width / 2) * scale,
        y: (node.y - node.height / 2) * scale,
        width: node.width * scale,
        height: node.height * scale,
      },
    ];
  });
  const markup = element(
    "g",
    { transform: `translate(${round(left)},0) scale(${Math.round(scale * 1000) / 1000})` },
    lines.join("") + boxes.join("") + labels.join(""),
  );
  return {
    markup,
    width: Math.max(context.width, laid.width * scale),
    height: laid.height * scale,
    notes: [],
    marks,
  };
}

/** Describes the targets of a step. */
function leadsTo(graph: FlowGraph, id: string): string {
  const names = new Map(graph.nodes.map((node) => [node.id, node.label]));
  const next = graph.edges
    .filter((edge) => edge.source === id)
    .map((edge) => `${names.get(edge.target) ?? ""}${edge.label === "" ? "" : ` (${edge.label})`}`);
  return next.length === 0 ? strings.end : strings.leadsTo(next.join(" and "));
}

function chooseLayout(graph: FlowGraph, room: number): Laid {
  const down = layOut(graph, "TB");
  if (down.width <= room && down.height <= Math.max(560, room)) return down;
  const right = layOut(graph, "LR");
  // Prefers the layout that shrinks least: pages scroll down, not sideways.
  if (right.width <= room) return right.height < down.height || down.width > room ? right : down;
  return right.width < down.width ? right : down;
}

function layOut(graph: FlowGraph, rankdir: "TB" | "LR"): Laid {
  const laid = new Graph({ multigraph: true });
  laid.setGraph({ rankdir, nodesep: 28, ranksep: rankdir === "TB" ? 44 : 52, edgesep: 16, marginx: 2, marginy: 2 });
  laid.setDefaultEdgeLabel(() => ({}));
  const keys = new Map(graph.nodes.map((node, index) => [node.id, `node ${index}`]));
  const key = (id: string) => keys.get(id) ?? "";
  const loops = new Map(graph.edges.filter(isLoop).map((edge) => [edge.source, measureLabel(edge.label)]));
  const sizes = new Map(graph.nodes.map((node) => [node.id, measureNode(node.label)]));
  for (const { id } of graph.nodes) {
    const size = sizes.get(id) ?? { width: 0, height: 0 };
    const loop = loops.get(id);
    // A loop stands beside its node, so that the node needs room at both sides.
    laid.setNode(key(id), { width: size.width + (loop ? 2 * (loopWidth + loop.width) : 0), height: size.height });
  }
  graph.edges.forEach((edge, index) => {
    if (isLoop(edge)) return;
    laid.setEdge(key(edge.source), key(edge.target), { ...measureLabel(edge.label), labelpos: "c" }, `edge ${index}`);
  });
  layout(laid);
  const nodes = new Map(
    graph.nodes.map(({ id }): [string, LaidNode] => {
      const { x = 0, y = 0 } = laid.node(key(id));
      return [id, { ...(sizes.get(id) ?? measureNode("")), x, y }];
    }),
  );
  const edges = laid.edges().map((edge) => laid.edge(edge) as unknown as LaidEdge);
  const { width = 0, height = 0 } = laid.graph();
  const side = rankdir === "TB" ? "x" : "y";
  if (isReversed(graph, nodes, side)) {
    const end = side === "x" ? width : height;
    const turned = new Set<Point>();
    for (const point of [...nodes.values(), ...edges, ...edges.flatMap((edge) => edge.points)]) {
      if (!turned.has(point) && point[side] !== undefined) point[side] = end - point[side];
      turned.add(point);
    }
  }
  for (const [id, label] of loops) {
    const node = nodes.get(id);
    if (node) edges.push(loopAt(node, label));
  }
  return { width, height, nodes, edges };
}

/** Whether most steps of one origin stand the other way round than they were given: a mirror changes nothing else. */
function isReversed(graph: FlowGraph, nodes: Map<string, LaidNode>, side: "x" | "y"): boolean {
  const places = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  let balance = 0;
  graph.edges.forEach((one, index) => {
    for (const other of graph.edges.slice(index + 1)) {
      if (other.source !== one.source || other.target === one.target) continue;
      const given = (places.get(one.target) ?? 0) - (places.get(other.target) ?? 0);
      const laid = (nodes.get(one.target)?.[side] ?? 0) - (nodes.get(other.target)?.[side] ?? 0);
      balance += Math.sign(given) * Math.sign(laid);
    }
  });
  return balance < 0;
}

const loopWidth = 26;

function isLoop(edge: FlowEdge): boolean {
  return edge.source === edge.target;
}

function measureNode(label: string) {
  const lines = wrap(label, widestText, type.subtitle, 4);
  const longest = Math.max(0, ...lines.map((line) => textWidth(line, type.subtitle)));
  return { lines, width: Math.ceil(Math.max(64, longest + 28)), height: lines.length * lineHeight + 19 };
}

function measureLabel(label: string) {
  const lines = label === "" ? [] : wrap(label, edgeLabel.widest, edgeLabel.fontSize, 2);
  const longest = Math.max(0, ...lines.map((line) => textWidth(line, edgeLabel.fontSize)));
  return {
    lines,
    width: lines.length === 0 ? 0 : longest + 12,
    height: lines.length === 0 ? 0 : lines.length * edgeLabel.lineHeight + 8,
  };
}

/** Out of the node's right side and back into it, with the label beyond. */
function loopAt(node: LaidNode, label: { lines: string[]; width: number; height: number }): LaidEdge {
  const side = node.x + node.width / 2;
  const rise = node.height / 4;
  const points = [
    { x: side, y: node.y - rise },
    { x: side + loopWidth, y: node.y - rise },
    { x: side + loopWidth, y: node.y + rise },
    { x: side, y: node.y + rise },
  ];
  return { ...label, points, x: side + loopWidth + label.width / 2 + 2, y: node.y };
}

function drawNode(node: LaidNode | undefined, isStart: boolean, { colors }: DrawContext): string {
  if (!node) return "";
  const { x, y, width, height, lines } = node;
  const box = element("rect", {
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    rx: isStart ? Math.min(height / 2, 20) : 7,
    fill: colors.background,
    stroke: isStart ? colors.accent : colors.rule,
    "stroke-width": isStart ? 2 : 1.25,
  });
  const top = y - (lines.length * lineHeight) / 2;
  const written = lines.map((line, index) =>
    text(line, x, top + index * lineHeight + 13, { fontSize: type.subtitle, fill: colors.ink, anchor: "middle" }),
  );
  return box + written.join("");
}

function drawEdge({ points }: LaidEdge, stroke: string): string {
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return "";
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const tip = 8;
  const base = { x: end.x - dx * tip, y: end.y - dy * tip };
  const head = `M${at(end)}L${at({ x: base.x - dy * 4, y: base.y + dx * 4 })}L${at({ x: base.x + dy * 4, y: base.y - dx * 4 })}Z`;
  return (
    element("path", { d: softened([...points.slice(0, -1), base]), fill: "none", stroke, "stroke-width": 1.25 }) +
    element("path", { d: head, fill: stroke })
  );
}

/** Straight pieces whose corners are bent. */
function softened(points: Point[]): string {
  const [first, ...others] = points;
  if (!first) return "";
  let d = `M${at(first)}`;
  others.forEach((point, index) => {
    const next = others[index + 1];
    if (!next) d += `L${at(point)}`;
    else
      d +=
        index === 0 && others.length === 2
          ? `Q${at(point)} ${at(next)}`
          : `L${at(corner(point, others[index - 1] ?? first))}Q${at(point)} ${at(corner(point, next))}`;
  });
  return d;
}

/** A place on the way from a corner, where its bend begins. */
function corner(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(0.5, 14 / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function drawEdgeLabel({ x, y, width, height, lines }: LaidEdge, { colors }: DrawContext): string {
  if (lines.length === 0) return "";
  const plate = element("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 4, fill: colors.background });
  const top = y - (lines.length * edgeLabel.lineHeight) / 2;
  const written = lines.map((line, index) =>
    text(line, x, top + index * edgeLabel.lineHeight + 10.5, {
      fontSize: edgeLabel.fontSize,
      fill: colors.muted,
      anchor: "middle",
    }),
  );
  return plate + written.join("");
}

function at({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
