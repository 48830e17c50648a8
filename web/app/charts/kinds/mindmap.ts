import { flextree } from "d3-flextree";
import { drawMessage } from "../message.ts";
import { categorical } from "../palette.ts";
import { mindmap as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, wrap } from "../text-width.ts";
import type { DrawContext, Drawing, Mark } from "./drawing.ts";
import { type OutlineItem, readOutline } from "./outline.ts";

/** The distance of a column from the next, in which the branches bend. */
const gap = 34;
const narrowest = 92;
const widest = 230;

interface Box {
  lines: string[];
  fontSize: number;
  isRoot: boolean;
  height: number;
}

interface Node extends OutlineItem {
  depth: number;
  box: Box;
  color: string;
  items: Node[];
  width: number;
}

/** A tree that grows to the right, or to both sides where that saves height; each branch in a colour of its own. */
export function drawMindmap(context: DrawContext): Drawing {
  const whole = readOutline(context.spec, context.title);
  if (!whole) return drawMessage(context, strings.nothingToDraw, strings.theOutlineIsEmpty);
  const outline = context.isThumbnail ? prune(whole, mostInThumbnail) : whole;
  const depth = depthOf(outline);
  const column = Math.max(narrowest, Math.min(widest, (context.width - gap * (depth - 1)) / depth));
  const root = measure(outline, 0, column, context.colors.ink, context);
  alignColumns(root, depth);
  const right = layOut(root, root.items);
  if (right.height > tall && root.items.length >= 4) {
    const sides = split(root.items).map((items) => layOut(root, items));
    const [first, second] = sides;
    if (first && second && first.width + second.width - root.width <= context.width) {
      return drawSides(root, [first, second], context);
    }
  }
  return drawSides(root, [right], context);
}

const tall = 460;

/** Branches of a thumbnail, and those of each of them: as many as its height has room for. */
const mostInThumbnail = [5, 1];

function prune({ label, items }: OutlineItem, [most = 0, ...rest]: readonly number[]): OutlineItem {
  return { label, items: items.slice(0, most).map((item) => prune(item, rest)) };
}

interface Side {
  placed: { node: Node; parent: Node | undefined; x: number; y: number; parentX: number; parentY: number }[];
  /** From the root's far edge to the end of the longest text. */
  width: number;
  top: number;
  height: number;
}

/** Lays out a root with some of its branches; x grows away from the root. */
function layOut(root: Node, items: Node[]): Side {
  const tree = flextree<Node>({
    children: (node) => (node === root ? items : node.items),
    nodeSize: ({ data }) => [data.box.height + (data.depth === 1 ? 10 : 6), data.width + gap],
    spacing: (a, b) => (a.parent === b.parent ? 0 : 8),
  });
  // In the order in which an outline is read.
  const { nodes } = tree(tree.hierarchy(root));
  const order = new Map(preorder(root, items).map((node, index) => [node, index]));
  nodes.sort((a, b) => (order.get(a.data) ?? 0) - (order.get(b.data) ?? 0));
  const top = Math.min(...nodes.map((node) => node.x - node.data.box.height / 2)) - 4;
  const bottom = Math.max(...nodes.map((node) => node.x + node.data.box.height / 2)) + 6;
  return {
    placed: nodes.map(({ data, x, y, parent }) => ({
      node: data,
      parent: parent?.data,
      x: y,
      y: x,
      parentX: parent?.y ?? 0,
      parentY: parent?.x ?? 0,
    })),
    width: Math.max(...nodes.map(({ data, y }) => y + textRoom(data.box))),
    top,
    height: bottom - top,
  };
}

function preorder(node: Node, items: Node[]): Node[] {
  return [node, ...items.flatMap((item) => preorder(item, item.items))];
}

/** The branches in two halves that are about equally high. */
function split(items: Node[]): [Node[], Node[]] {
  const total = items.reduce((sum, item) => sum + leaves(item), 0);
  let taken = 0;
  const cut = items.findIndex((item) => {
    taken += leaves(item);
    return taken * 2 >= total;
  });
  return [items.slice(0, cut + 1), items.slice(cut + 1)];
}

function leaves(node: Node): number {
  return node.items.length === 0 ? 1 : node.items.reduce((sum, item) => sum + leaves(item), 0);
}

function drawSides(root: Node, [right, left]: [Side, Side?], context: DrawContext): Drawing {
  const rise = Math.max(-right.top, left ? -left.top : 0);
  const height = rise + Math.max(right.height + right.top, left ? left.height + left.top : 0);
  const origin = left ? left.width - root.width : 0;
  const links: string[] = [];
  const boxes: string[] = [];
  const marks: Mark[] = [];
  const draw = (side: Side, isLeft: boolean) => {
    for (const { node, parent, x, y, parentX, parentY } of side.placed) {
      if (isLeft && node === root) continue;
      const room = textRoom(node.box);
      // The left side is the right one in a mirror, but for the direction of its text.
      const placeX = (at: number) => (isLeft ? origin + root.width - at : origin + at);
      const start = isLeft ? placeX(x) - room : placeX(x);
      if (parent)
        links.push(link({ from: parent, to: node, x, parentX, y: y + rise, parentY: parentY + rise, placeX }));
      boxes.push(drawBox(node, start, y + rise, context));
      const label = parent ? strings.under(node.label, parent.label) : node.label;
      marks.push({ label, x: start, y: y + rise - node.box.height / 2, width: room, height: node.box.height });
    }
  };
  draw(right, false);
  if (left) draw(left, true);
  const width = Math.max(context.width, origin + right.width);
  const showsTitle = root.label === context.title?.trim();
  return { markup: links.join("") + boxes.join(""), width, height, notes: [], showsTitle, marks };
}

function depthOf(item: OutlineItem): number {
  return 1 + Math.max(0, ...item.items.map(depthOf));
}

function measure(item: OutlineItem, depth: number, column: number, color: string, context: DrawContext): Node {
  const isRoot = depth === 0;
  const fontSize = isRoot ? 14 : depth === 1 ? 13 : 12;
  const lines = wrap(item.label, column - (isRoot ? 24 : 8), fontSize, 4, weight(depth));
  const height = lines.length * (fontSize + 4) + (isRoot ? 16 : 8);
  const palette = categorical[context.theme];
  return {
    label: item.label,
    depth,
    box: { lines, fontSize, isRoot, height },
    color,
    width: 0,
    items: item.items.map((inner, index) =>
      measure(inner, depth + 1, column, isRoot ? (palette[index % palette.length] ?? color) : color, context),
    ),
  };
}

function weight(depth: number): "semibold" | undefined {
  return depth <= 1 ? "semibold" : undefined;
}

function textRoom({ lines, fontSize, isRoot }: Box): number {
  const longest = Math.max(
    0,
    ...lines.map((line) => textWidth(line, fontSize, fontSize > 12 ? "semibold" : undefined)),
  );
  return Math.ceil(longest) + (isRoot ? 24 : 8);
}

/** Every column is as wide as its widest text. */
function alignColumns(root: Node, depth: number) {
  let level = [root];
  for (let at = 0; at < depth; at += 1) {
    const width = Math.max(...level.map((node) => textRoom(node.box)));
    for (const node of level) node.width = width;
    level = level.flatMap((node) => node.items);
  }
}

interface Link {
  from: Node;
  to: Node;
  x: number;
  y: number;
  parentX: number;
  parentY: number;
  placeX: (at: number) => number;
}

/** From a parent's line to its child's, as one soft bend. */
function link({ from, to, x, y, parentX, parentY, placeX }: Link): string {
  const startY = r(from.box.isRoot ? parentY : parentY + from.box.height / 2);
  const endY = r(y + to.box.height / 2);
  const start = r(placeX(parentX + textRoom(from.box)));
  const bend = r(placeX(parentX + from.width));
  const middle = r(placeX((parentX + from.width + x) / 2));
  const d = `M${start},${startY}L${bend},${startY}C${middle},${startY} ${middle},${endY} ${r(placeX(x))},${endY}`;
  return element("path", { d, fill: "none", stroke: to.color, "stroke-width": to.depth === 1 ? 2.5 : 1.5 });
}

function drawBox({ box, depth, color }: Node, x: number, middle: number, { colors }: DrawContext): string {
  const width = textRoom(box);
  const top = middle - box.height / 2;
  const frame = box.isRoot
    ? element("rect", { x, y: top, width, height: box.height, rx: 9, fill: colors.ink })
    : element("line", {
        x1: x,
        x2: x + width,
        y1: top + box.height,
        y2: top + box.height,
        stroke: color,
        "stroke-width": depth === 1 ? 2.5 : 1.5,
      });
  const lines = box.lines.map((line, index) =>
    text(line, box.isRoot ? x + 12 : x + 4, top + (box.isRoot ? 8 : 2) + (index + 1) * (box.fontSize + 4) - 4, {
      fontSize: box.fontSize,
      fontWeight: depth <= 1 ? 600 : undefined,
      fill: box.isRoot ? colors.background : depth === 1 ? colors.ink : colors.muted,
    }),
  );
  return frame + lines.join("");
}

function r(value: number): number {
  return Math.round(value * 10) / 10;
}
