import { boardsChanged, createBoard, patchBoard } from "../../api/boards.ts";
import { boardOfChat } from "../../blocks/board-of-chat.ts";
import type { Turn } from "../../stream/chat.ts";
import { randomId } from "../../util/random-id.ts";

export interface ChatOfBoard {
  chatId: string;
  title: string;
  turns: readonly Turn[];
}

/** Creates a board with the charts and the text of a chat. */
export async function createBoardOfChat({ chatId, title, turns }: ChatOfBoard): Promise<{ boardId: string }> {
  const nodes = boardOfChat(turns, { chatId, title, newId: randomId });
  const { boardId } = await createBoard({ title });
  if (nodes.length > 0) await patchBoard(boardId, { nodes });
  boardsChanged();
  return { boardId };
}
