import type { BoardEdge, BoardNode, EdgeEnd, NodeType, Side } from "../../../api/boards";
import { contains } from "./arrange";

/** A file of JSON Canvas 1.0 (jsoncanvas.org); what the format has no word for stands under `portolan`. */
export interface CanvasFile {
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
}

/** `site` is the address of this server, without a slash at its end: links to charts and chats lead there. */
export function toCanvas(nodes: readonly BoardNode[], edges: readonly BoardEdge[], site: string): CanvasFile {
  return {
    nodes: nodes.map((node) => {
      const { id, type, x, y, width, height, color, parentId, data } = node;
      const isOwnWord = type === "note" || type === "group";
      return {
        id,
        ...standardWords(node, site),
        x,
        y,
        width,
        height,
        ...(color !== undefined && { color }),
        portolan: { type, ...(!isOwnWord && { data }), ...(parentId !== undefined && { parentId }) },
      };
    }),
    edges: edges.map((edge) => ({ ...edge })),
  };
}

/** Returns the standard JSON Canvas fields that represent a node in other programs. */
function standardWords(node: BoardNode, site: string): Record<string, string> {
  switch (node.type) {
    case "note":
      return { type: "text", text: node.data.markdown };
    case "group":
      return { type: "group", label: node.data.label };
    case "chart":
      return { type: "link", url: `${site}/charts/${node.data.chartId}` };
    case "chat":
      return { type: "link", url: `${site}/chats/${node.data.chatId}` };
    case "portolan":
      return { type: "link", url: `${site}/portolans/${node.data.portolanId}` };
    case "picture":
      return { type: "link", url: node.data.url.startsWith("/") ? site + node.data.url : node.data.url };
    case "source":
      return node.data.url ? { type: "link", url: node.data.url } : { type: "text", text: node.data.title };
    case "reference":
      return { type: "text", text: quotedWords(node.data) };
    case "suggestion":
      return { type: "text", text: node.data.label };
  }
}

function quotedWords({ quote, title, url }: { quote?: string | null; title: string; url?: string | null }): string {
  const from = url ? `[${title}](${url})` : title;
  return quote ? `${quote.replaceAll(/^/gm, "> ")}\n\n${from}` : from;
}

export class CanvasError extends Error {
  override name = "CanvasError";
}

/** Reads a file, ours or another program's, with ids of its own so that it can be put on any board. */
export function fromCanvas(file: unknown, newId: () => string): { nodes: BoardNode[]; edges: BoardEdge[] } {
  if (!isRecord(file) || !(Array.isArray(file.nodes) || Array.isArray(file.edges))) {
    throw new CanvasError("This is no JSON Canvas file: it has no nodes.");
  }
  const entries = records(file.nodes).filter(isPlaced);
  const ids = new Map(entries.map(({ id }) => [id, newId()]));
  const nodes = entries.map((entry): BoardNode => {
    const ours = isRecord(entry.portolan) ? entry.portolan : {};
    const parentId = typeof ours.parentId === "string" ? ids.get(ours.parentId) : undefined;
    const [x, y, width, height] = [entry.x, entry.y, entry.width, entry.height].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    return {
      id: ids.get(entry.id) ?? newId(),
      ...contentOf(entry, ours),
      x,
      y,
      width,
      height,
      ...(isColor(entry.color) && { color: entry.color }),
      ...(parentId !== undefined && { parentId }),
    } as BoardNode;
  });
  const foreign = new Set(entries.filter(({ portolan }) => portolan === undefined).map(({ id }) => ids.get(id)));
  const edges = records(file.edges).flatMap((entry): BoardEdge[] => {
    const [fromNode, toNode] = [ids.get(String(entry.fromNode)), ids.get(String(entry.toNode))];
    if (fromNode === undefined || toNode === undefined) return [];
    const { fromSide, toSide, fromEnd, toEnd, label, color } = entry;
    return [
      {
        id: newId(),
        fromNode,
        toNode,
        ...(isSide(fromSide) && { fromSide }),
        ...(isSide(toSide) && { toSide }),
        ...(isEnd(fromEnd) && { fromEnd }),
        ...(isEnd(toEnd) && { toEnd }),
        ...(typeof label === "string" && { label }),
        ...(isColor(color) && { color }),
      },
    ];
  });
  return { nodes: nodes.map((node) => (foreign.has(node.id) ? inItsGroup(node, nodes) : node)), edges };
}

/** Other programs say nowhere which group a node is in: it is in the smallest that it stands in. */
function inItsGroup(node: BoardNode, nodes: readonly BoardNode[]): BoardNode {
  const area = ({ width, height }: BoardNode) => width * height;
  const [group] = nodes
    .filter((each) => each.type === "group" && area(each) > area(node) && contains(each, node))
    .sort((one, other) => area(one) - area(other));
  return group ? { ...node, parentId: group.id } : node;
}

interface PlacedEntry extends Record<string, unknown> {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

function isPlaced(entry: Record<string, unknown>): entry is PlacedEntry {
  const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e6;
  return typeof entry.id === "string" && [entry.x, entry.y, entry.width, entry.height].every(isNumber);
}

/** Fields that make a node of ours what it is; a file can say anything. */
const requiredFields: Record<NodeType, readonly string[]> = {
  chart: ["chartId"],
  note: [],
  source: ["sourceId", "title", "status"],
  reference: ["sourceId", "title"],
  chat: ["chatId"],
  portolan: ["portolanId"],
  picture: ["url"],
  suggestion: ["label", "prompt"],
  group: [],
};

function contentOf(entry: PlacedEntry, ours: Record<string, unknown>): { type: NodeType; data: unknown } {
  const { type, data } = ours;
  const word = (key: string) => (typeof entry[key] === "string" ? entry[key] : "");
  if (entry.type === "group") return { type: "group", data: { label: word("label") } };
  if (isNodeType(type) && type !== "note" && type !== "group" && isRecord(data)) {
    const isWhole = requiredFields[type].every((field) => typeof data[field] === "string");
    if (isWhole) return { type, data: type === "reference" ? { ...data, locator: locatorOf(data) } : data };
  }
  switch (entry.type) {
    case "link":
      return isPicture(word("url"))
        ? { type: "picture", data: { url: word("url") } }
        : { type: "note", data: { markdown: `<${word("url")}>` } };
    case "file":
      return { type: "note", data: { markdown: `\`${word("file")}${word("subpath")}\`` } };
    default:
      return { type: "note", data: { markdown: word("text") } };
  }
}

function locatorOf({ locator }: Record<string, unknown>): object {
  return isRecord(locator) ? locator : {};
}

function isNodeType(value: unknown): value is NodeType {
  return typeof value === "string" && Object.hasOwn(requiredFields, value);
}

export function isPicture(url: string): boolean {
  return /^https?:\/\/[^?#]+\.(?:png|jpe?g|gif|webp|svg|avif)(?:[?#]|$)/i.test(url);
}

function isColor(value: unknown): value is string {
  return typeof value === "string" && /^(?:[1-6]|#[0-9a-f]{6})$/i.test(value);
}

function isSide(value: unknown): value is Side {
  return value === "top" || value === "right" || value === "bottom" || value === "left";
}

function isEnd(value: unknown): value is EdgeEnd {
  return value === "none" || value === "arrow";
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
