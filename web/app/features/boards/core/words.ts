import type { BoardNode, NodeType } from "../../../api/boards";
import { words as strings } from "../strings";
import type { BoardDocument } from "./document";

export const typeNames: Record<NodeType, string> = {
  chart: strings.chart,
  note: strings.note,
  source: strings.source,
  reference: strings.reference,
  chat: "Chat",
  portolan: strings.document,
  picture: strings.image,
  suggestion: strings.suggestion,
  group: strings.group,
};

/** One-line name of a node. A chart's title is known to the chat that drew it. */
export function titleOf(node: BoardNode, chartTitles: ReadonlyMap<string, string> = new Map()): string {
  switch (node.type) {
    case "note":
      return firstLine(node.data.markdown) || strings.emptyNote;
    case "chart":
      return node.data.title || chartTitles.get(node.data.chartId) || strings.chart;
    case "source":
    case "reference":
      return node.data.title;
    case "chat":
      return node.data.title || "Chat";
    case "portolan":
      return node.data.title || strings.document;
    case "picture":
      return node.data.alt || node.data.url;
    case "suggestion":
    case "group":
      return node.data.label || typeNames[node.type];
  }
}

/** One-line text that distinguishes a node from its neighbors: passages of one source by their text. */
export function lineOf(node: BoardNode, chartTitles?: ReadonlyMap<string, string>): string {
  if (node.type !== "reference") return titleOf(node, chartTitles);
  return (node.data.quote || node.data.locator.quote || node.data.title).trim().replaceAll(/\s+/g, " ");
}

/** All that is written on a node. */
export function textOf(node: BoardNode, chartTitles?: ReadonlyMap<string, string>): string {
  const title = titleOf(node, chartTitles);
  switch (node.type) {
    case "note":
      return node.data.markdown;
    case "source":
      return [title, node.data.description, node.data.url, node.data.detail].filter(Boolean).join(" ");
    case "reference":
      return `${title} ${node.data.quote ?? node.data.locator.quote ?? ""} ${node.data.url ?? ""}`;
    case "suggestion":
      return `${title} ${node.data.prompt}`;
    default:
      return title;
  }
}

/** The text of a line without the signs of Markdown. */
export function firstLine(markdown: string): string {
  return plainLines(markdown).find((line) => line.text !== "")?.text ?? "";
}

export interface PlainLine {
  text: string;
  isHeading: boolean;
}

/** Markdown as lines of plain text, for pictures and lists. */
export function plainLines(markdown: string): PlainLine[] {
  return markdown.split("\n").map((line) => {
    const isHeading = /^\s{0,3}#{1,6}\s/.test(line);
    const text = line
      .replace(/^\s{0,3}#{1,6}\s+/, "")
      .replace(/^\s*>\s?/, "")
      .replace(/^(\s*)[-*+]\s+/, "$1• ")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/\[\^[^\]\s]+\]/g, "")
      .replaceAll(/(\*\*|__|`|~~)/g, "")
      .replaceAll(/(?<![\w*])\*(?=\S)([^*]*\S)\*(?![\w*])/g, "$1")
      .replaceAll(/<(https?:[^>]+)>/g, "$1")
      .trimEnd();
    return { text, isHeading };
  });
}

/** Nodes that hold all words of a query, in reading order: from the top, then from the left. */
export function findNodes(
  { nodes }: BoardDocument,
  query: string,
  chartTitles?: ReadonlyMap<string, string>,
): BoardNode[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [...nodes.values()]
    .filter((node) => {
      const text = textOf(node, chartTitles).toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

const longestExcerpt = 1_200;

/** Prompt context of the selected items, with their sources. */
export function selectionContext(
  nodes: readonly BoardNode[],
  chartTitles?: ReadonlyMap<string, string>,
): { text: string; sourceIds: string[] } {
  const lines = nodes
    .filter((node) => node.type !== "group")
    .map((node) => {
      const text = node.type === "note" ? node.data.markdown : textOf(node, chartTitles);
      const short = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
      return `- ${typeNames[node.type]}: ${short.trim().replaceAll("\n", "\n  ")}`;
    });
  const sourceIds = nodes.flatMap((node) =>
    node.type === "source" || node.type === "reference" ? [node.data.sourceId] : [],
  );
  return {
    text: lines.length === 0 ? "" : strings.aboutThisSelectionOnThe(lines.join("\n")),
    sourceIds: [...new Set(sourceIds)],
  };
}
