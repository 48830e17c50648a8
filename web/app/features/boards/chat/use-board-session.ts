import { createChat } from "../../../api/chats";
import { queryClient } from "../../../api/query-client";
import { sourceQuery } from "../../../api/source-queries";
import type { OpenChat } from "../../../chat/use-chat";
import { type ChatSession, useChatSession } from "../../../chat/use-chat-session";
import { useBoard } from "../board-tools";
import { type BoardDocument, nodesWith } from "../core/document";
import { selectionContext } from "../core/words";

export interface BoardChatProps {
  /** Null before the first question: the chat is created with it. */
  chatId: string | null;
  open: OpenChat | null;
  onChat: (chatId: string) => void;
}

/** Sources of the files on a board that the server still has: a question about the whole board is about them. */
function uploadedFiles({ nodes }: BoardDocument): string[] {
  return [...nodes.values()].flatMap((node) => {
    if (node.type !== "source" || node.data.url) return [];
    const source = queryClient.getQueryData(sourceQuery(node.data.sourceId).queryKey);
    return source ? [source.id] : [];
  });
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
      const asked = open?.view.phase === "ready" ? open.view.state.chat.turns : [];
      const known = new Set(asked.flatMap(({ message }) => message.sourceIds ?? []));
      const files = nodeIds?.size ? [] : uploadedFiles(store.document).filter((id) => !known.has(id));
      const context = selectionContext(nodeIds ? nodesWith(store.document, nodeIds) : [], chartTitles.get());
      return {
        text: [text.trim(), context.text].filter(Boolean).join("\n\n"),
        sourceIds: [...new Set([...sources.map(({ id }) => id), ...context.sourceIds, ...files])],
      };
    },
  });
}
