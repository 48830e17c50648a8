import { boardsChanged, createBoard, patchBoard } from "../../api/boards.ts";
import { fetchAllTurns } from "../../api/chats.ts";
import { arrangeChatBoard } from "../../blocks/chat-board.ts";
import { pathTo } from "../../stream/branches.ts";
import { randomId } from "../../util/random-id.ts";

export interface ChatBoardInput {
  chatId: string;
  title: string;
  /** The last turn of the branch that the board shows. */
  leafId: string | null;
}

/** Creates a board with the charts and the text of a branch of a chat, also of turns that the page hasn't loaded. */
export async function createChatBoard({ chatId, title, leafId }: ChatBoardInput): Promise<{ boardId: string }> {
  const turns = pathTo(await fetchAllTurns(chatId), leafId).map(({ turn }) => turn);
  const nodes = arrangeChatBoard(turns, { chatId, title, newId: randomId });
  const { boardId } = await createBoard({ title });
  if (nodes.length > 0) await patchBoard(boardId, { nodes });
  boardsChanged();
  return { boardId };
}
