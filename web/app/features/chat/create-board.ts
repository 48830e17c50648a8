import { boardsChanged, createBoard, patchBoard } from "../../api/boards.ts";
import { arrangeChatBoard } from "../../blocks/chat-board.ts";
import type { Turn } from "../../stream/chat.ts";
import { randomId } from "../../util/random-id.ts";

export interface ChatBoardInput {
  chatId: string;
  title: string;
  turns: readonly Turn[];
}

/** Creates a board with the charts and the text of a chat. */
export async function createChatBoard({ chatId, title, turns }: ChatBoardInput): Promise<{ boardId: string }> {
  const nodes = arrangeChatBoard(turns, { chatId, title, newId: randomId });
  const { boardId } = await createBoard({ title });
  if (nodes.length > 0) await patchBoard(boardId, { nodes });
  boardsChanged();
  return { boardId };
}
