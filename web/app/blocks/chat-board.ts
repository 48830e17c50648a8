import type { BoardNode } from "../api/boards";
import type { Turn } from "../stream/chat";
import { contentOfBlock, defaultSize, type NodeContent } from "./board-content";

const GAP = 32;
const PADDING = 24;
/** Pixels for a group's name. */
const HEADING = 56;
const CHART_WIDTH = 520;
const LONGEST_LABEL = 120;

/** The parts of a board of a chat that the turns themselves don't have. */
export interface ChatBoardOptions {
  chatId: string;
  title: string;
  newId: () => string;
}

/**
 * Returns the nodes of a board that shows a chat: for each question a group with the charts of its answer and their text
 * beside them, one below the other, and a link to the chat. Turns without charts and text have no group.
 */
export function arrangeChatBoard(turns: readonly Turn[], { chatId, title, newId }: ChatBoardOptions): BoardNode[] {
  const nodes: BoardNode[] = [];
  let top = 0;
  for (const { message, blocks } of turns) {
    const group = arrangeAnswer(
      message.text,
      blocks.flatMap((block) => contentOfBlock(block) ?? []),
      top,
      newId,
    );
    nodes.push(...group);
    if (group[0]) top += group[0].height + GAP;
  }
  const [first] = nodes;
  if (!first) return [];
  const content: NodeContent = { type: "chat", data: { chatId, title } };
  const widest = Math.max(...nodes.filter(({ type }) => type === "group").map(({ width }) => width));
  return [...nodes, createNode(content, { x: widest + GAP, y: 0, id: newId() })];
}

/** Returns the group of an answer and then its nodes: the charts in the first column, the text in the next free one. */
function arrangeAnswer(
  question: string,
  contents: readonly NodeContent[],
  top: number,
  newId: () => string,
): BoardNode[] {
  const charts = contents.filter(({ type }) => type === "chart");
  const notes = contents.filter(({ type }) => type === "note");
  if (charts.length + notes.length === 0) return [];
  const id = newId();
  const inner = { y: top + HEADING, parentId: id, newId };
  const columns = [
    stackNodes(charts, { ...inner, x: PADDING }),
    stackNodes(notes, { ...inner, x: charts.length > 0 ? PADDING + CHART_WIDTH + GAP : PADDING }),
  ].flat();
  const right = Math.max(...columns.map(({ x, width }) => x + width));
  const bottom = Math.max(...columns.map(({ y, height }) => y + height));
  const label = question.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_LABEL);
  const frame = { x: 0, y: top, width: right + PADDING, height: bottom - top + PADDING };
  return [{ id, type: "group", data: { label }, ...frame }, ...columns];
}

interface Column {
  x: number;
  y: number;
  parentId: string;
  newId: () => string;
}

function stackNodes(contents: readonly NodeContent[], { x, y, parentId, newId }: Column): BoardNode[] {
  let top = y;
  return contents.map((content) => {
    const node = createNode(content, { x, y: top, id: newId(), parentId });
    top += node.height + GAP;
    return node;
  });
}

function createNode(content: NodeContent, frame: { id: string; x: number; y: number; parentId?: string }): BoardNode {
  return { ...content, ...defaultSize(content), ...frame } as BoardNode;
}
