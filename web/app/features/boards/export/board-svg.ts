import { getBezierPath } from "@xyflow/react";
import type { BoardNode } from "../../../api/boards";
import { element, escapeText, fontFamily } from "../../../charts/svg";
import { wrap } from "../../../charts/text-width";
import { positions, sidesOf } from "../canvas/flow";
import { bounds, type Point, type Rect } from "../core/arrange";
import type { BoardDocument } from "../core/document";
import { plainLines, titleOf, typeNames } from "../core/words";

export interface BoardPictureOptions {
  theme: "light" | "dark";
  /** Drawings of charts by node, as addresses that hold them whole. */
  charts: ReadonlyMap<string, string>;
  chartTitles: ReadonlyMap<string, string>;
}

const margin = 48;

const themes = {
  light: { paper: "#ffffff", raised: "#ffffff", ink: "#15181f", soft: "#4d535d", line: "#e3e5e9", edge: "#8f95a0" },
  dark: { paper: "#0c0e12", raised: "#171a20", ink: "#eeeff2", soft: "#b4b8c0", line: "#2b2f37", edge: "#6f7580" },
} as const;

const presets: Record<string, string> = {
  "1": "#d8463e",
  "2": "#d5792b",
  "3": "#b8942a",
  "4": "#12834f",
  "5": "#2b8da3",
  "6": "#8a54c7",
};

/** The whole board as one drawing that needs nothing from anywhere. */
export function boardSvg(document: BoardDocument, options: BoardPictureOptions): { svg: string; size: Rect } {
  const nodes = [...document.nodes.values()];
  const around = bounds(nodes) ?? { x: 0, y: 0, width: 400, height: 300 };
  const size = {
    x: around.x - margin,
    y: around.y - margin,
    width: around.width + 2 * margin,
    height: around.height + 2 * margin,
  };
  const colors = themes[options.theme];
  const groups = nodes.filter(({ type }) => type === "group");
  const others = nodes.filter(({ type }) => type !== "group");
  const parts = [
    element("rect", { x: size.x, y: size.y, width: size.width, height: size.height, fill: colors.paper }),
    ...groups.map((node) => groupPart(node, options)),
    ...[...document.edges.values()].map((edge) => edgePart(document, edge.id, options)),
    ...others.map((node) => nodePart(node, options)),
  ];
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `${size.x} ${size.y} ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      "font-family": fontFamily,
    },
    parts.join(""),
  );
  return { svg, size };
}

function text(words: string, look: Record<string, string | number>): string {
  return element("text", look, escapeText(words));
}

function colorOf(color: string | undefined): string | undefined {
  return color === undefined ? undefined : (presets[color] ?? color);
}

function groupPart({ x, y, width, height, color, data }: BoardNode, { theme }: BoardPictureOptions): string {
  const colors = themes[theme];
  const tint = colorOf(color) ?? colors.edge;
  const frame = {
    x,
    y,
    width,
    height,
    rx: 18,
    fill: tint,
    "fill-opacity": 0.07,
    stroke: tint,
    "stroke-dasharray": "5 4",
  };
  const label = "label" in data ? data.label : "";
  return element("rect", frame) + text(label, { x: x + 16, y: y + 24, "font-size": 14, fill: colors.soft });
}

function edgePart(document: BoardDocument, id: string, { theme }: BoardPictureOptions): string {
  const edge = document.edges.get(id);
  const [from, to] = [document.nodes.get(edge?.fromNode ?? ""), document.nodes.get(edge?.toNode ?? "")];
  if (!edge || !from || !to) return "";
  const colors = themes[theme];
  const [fromSide, toSide] = sidesOf(edge, from, to);
  const [start, end] = [pointOn(from, fromSide), pointOn(to, toSide)];
  const [path, labelX, labelY] = getBezierPath({
    sourceX: start.x,
    sourceY: start.y,
    sourcePosition: positions[fromSide],
    targetX: end.x,
    targetY: end.y,
    targetPosition: positions[toSide],
  });
  const stroke = colorOf(edge.color) ?? colors.edge;
  return [
    element("path", { d: path, fill: "none", stroke, "stroke-width": 1.75 }),
    edge.toEnd === "none" ? "" : arrow(end, toSide, stroke),
    edge.fromEnd === "arrow" ? arrow(start, fromSide, stroke) : "",
    edge.label
      ? text(edge.label, {
          x: labelX,
          y: labelY + 4,
          "font-size": 12,
          "text-anchor": "middle",
          fill: colors.soft,
          stroke: colors.paper,
          "stroke-width": 4,
          "paint-order": "stroke",
        })
      : "",
  ].join("");
}

type NodeSide = ReturnType<typeof sidesOf>[0];

function pointOn({ x, y, width, height }: Rect, side: NodeSide): Point {
  switch (side) {
    case "top":
      return { x: x + width / 2, y };
    case "right":
      return { x: x + width, y: y + height / 2 };
    case "bottom":
      return { x: x + width / 2, y: y + height };
    case "left":
      return { x, y: y + height / 2 };
  }
}

function arrow({ x, y }: Point, side: NodeSide, fill: string): string {
  const turns = { left: 0, top: 90, right: 180, bottom: 270 };
  return element("path", { d: "M0 0L-9 -4.5L-9 4.5Z", fill, transform: `translate(${x} ${y}) rotate(${turns[side]})` });
}

function nodePart(node: BoardNode, options: BoardPictureOptions): string {
  const { id, x, y, width, height, color } = node;
  const colors = themes[options.theme];
  const tint = colorOf(color);
  const frame = { x, y, width, height, rx: 14, fill: colors.raised, stroke: tint ?? colors.line };
  const wash = tint ? element("rect", { ...frame, fill: tint, "fill-opacity": 0.08, stroke: "none" }) : "";
  const picture = options.charts.get(id);
  const inside = { x: x + 12, y: y + 12, width: Math.max(width - 24, 1), height: Math.max(height - 24, 1) };
  const content = picture ? element("image", { ...inside, href: picture }) : wordsPart(node, options);
  return element("rect", frame) + wash + content;
}

interface TextLine {
  words: string;
  fontSize: number;
  isStrong: boolean;
}

function wordsPart(node: BoardNode, { theme, chartTitles }: BoardPictureOptions): string {
  const colors = themes[theme];
  const { x, y, width, height } = node;
  let top = y + 14;
  return linesOf(node, chartTitles)
    .flatMap(({ words, fontSize, isStrong }) =>
      words === ""
        ? [{ words, fontSize: fontSize / 2, isStrong }]
        : wrap(words, width - 32, fontSize, 40, isStrong ? "semibold" : "regular").map((each) => ({
            words: each,
            fontSize,
            isStrong,
          })),
    )
    .map(({ words, fontSize, isStrong }) => {
      top += fontSize * 1.45;
      if (words === "" || top > y + height - 8) return "";
      const look = {
        "font-size": fontSize,
        "font-weight": isStrong ? 600 : 400,
        fill: isStrong ? colors.ink : colors.soft,
      };
      return text(words, { x: x + 16, y: top, ...look });
    })
    .join("");
}

function linesOf(node: BoardNode, chartTitles: ReadonlyMap<string, string>): TextLine[] {
  const line = (words: string, fontSize: number, isStrong = false): TextLine => ({ words, fontSize, isStrong });
  if (node.type === "note") {
    return plainLines(node.data.markdown).map(({ text: words, isHeading }) =>
      line(words, isHeading ? 17 : 15, isHeading),
    );
  }
  const title = line(titleOf(node, chartTitles), 15, true);
  if (node.type === "reference") {
    return [line(node.data.quote ?? node.data.locator.quote ?? "", 15), title, line(node.data.url ?? "", 12)];
  }
  if (node.type === "source") return [title, line(node.data.url ?? "", 12), line(node.data.detail ?? "", 12)];
  return [line(typeNames[node.type], 12), title];
}
