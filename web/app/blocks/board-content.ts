import type { BoardNode, NodeData, NodeType } from "../api/boards";
import type { Block } from "../stream/blocks";

/** Content of a node, without its position. */
export type NodeContent = { [T in NodeType]: { type: T; data: NodeData[T] } }[NodeType];

/** A block of an answer as something on a board; null for what only a chat can show. */
export function contentOfBlock(block: Block): NodeContent | null {
  switch (block.type) {
    case "text":
      return block.markdown.trim() === "" ? null : { type: "note", data: { markdown: block.markdown } };
    case "chart": {
      const { chartId, version, title } = block;
      return { type: "chart", data: { chartId, version, title } };
    }
    case "reference": {
      const { sourceId, title, url, locator } = block;
      return { type: "reference", data: { sourceId, title, url, locator, quote: locator.quote } };
    }
    case "timestamp": {
      const { sourceId, url, label, startMs } = block;
      return { type: "reference", data: { sourceId, title: label, url: url || undefined, locator: { startMs } } };
    }
    case "suggestion":
      return { type: "suggestion", data: { label: block.label, prompt: block.prompt } };
    case "thinking":
    case "error":
      return null;
  }
}

/** How large a node is that no one has sized. */
export function defaultSize(content: NodeContent): { width: number; height: number } {
  switch (content.type) {
    case "chart":
      return { width: 520, height: 400 };
    case "note":
      return { width: 380, height: textHeight(content.data.markdown, 42, 1_200) };
    case "reference":
      return { width: 380, height: 36 + textHeight(content.data.quote ?? content.data.title, 44, 1_200) };
    case "portolan":
      return { width: 380, height: 240 };
    case "picture":
      return { width: 400, height: 300 };
    case "suggestion":
      return { width: 400, height: textHeight(content.data.label, 42, 160) };
    case "group":
      return { width: 800, height: 600 };
    case "source":
      return { width: 360, height: 136 };
    case "chat":
      return { width: 360, height: 160 };
  }
}

/** Roughly, as lines of so many characters. */
function textHeight(text: string, line: number, most: number): number {
  const lines = text.split("\n").reduce((sum, each) => sum + Math.floor(each.length / line) + 1, 0);
  return Math.min(Math.max(48 + 25 * lines, 72), most);
}

/** A node of this content with its middle at a point. */
export function nodeAt(content: NodeContent, middle: { x: number; y: number }, id: string): BoardNode {
  const { width, height } = defaultSize(content);
  const [x, y] = [Math.round(middle.x - width / 2), Math.round(middle.y - height / 2)];
  return { id, ...content, x, y, width, height } as BoardNode;
}
