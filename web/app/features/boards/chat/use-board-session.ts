import { createChat } from "../../../api/chats";
import type { OpenChat } from "../../../chat/use-chat";
import { type ChatSession, useChatSession } from "../../../chat/use-chat-session";
import { useBoard } from "../board-tools";
import { nodesWith } from "../core/document";
import { selectionContext } from "../core/words";

export interface BoardChatProps {
  /** Null before the first question: the chat is created with it. */
  chatId: string | null;
  open: OpenChat | null;
  onChat: (chatId: string) => void;
}

/** The chat of the open board. What is selected when a question is written goes along with it. */
export function useBoardSession({ chatId, open, onChat }: BoardChatProps): ChatSession {
  const { boardId, store, question, chartTitles } = useBoard();
  return useChatSession(open, {
    place: `board-${boardId}`,
    chatId,
    newChat: { create: (model) => createChat({ boardId, model }), onAccepted: onChat },
    compose: ({ text, sources }) => {
      const nodeIds = question.get()?.nodeIds;
      const context = selectionContext(nodeIds ? nodesWith(store.document, nodeIds) : [], chartTitles.get());
      return {
        text: [text.trim(), context.text].filter(Boolean).join("\n\n"),
        sourceIds: [...new Set([...sources.map(({ id }) => id), ...context.sourceIds])],
      };
    },
  });
}
