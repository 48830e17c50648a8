import { useState } from "react";
import { createBoard } from "../../api/boards";
import { createChat, sendMessage } from "../../api/chats";
import { describeFailure, isProblem } from "../../api/problem";
import { addSeenPage, type SeenPage } from "../../api/sources";
import { randomId } from "../../util/random-id";
import { useSeenWork as text } from "./strings";

/** What becomes of a page. */
export type Work =
  | { phase: "none" }
  | { phase: "busy"; label: string }
  | { phase: "failed"; message: string; isOutOfCredits: boolean }
  | { phase: "answering"; chatId: string; boardId: string | null };

/** Gives the page to the server, then makes a board of it or asks about it. */
export function useSeenWork() {
  const [work, setWork] = useState<Work>({ phase: "none" });

  async function begin(page: SeenPage, label: string, then: (sourceIds: string[]) => Promise<Work>) {
    setWork({ phase: "busy", label });
    try {
      const sources = await addSeenPage(page);
      setWork(await then(sources.map(({ id }) => id)));
    } catch (error) {
      const isOutOfCredits = isProblem(error, "usage_limit_reached");
      setWork({ phase: "failed", message: describeFailure(error), isOutOfCredits });
    }
  }

  return {
    work,
    reset: () => setWork({ phase: "none" }),
    makeBoard: (page: SeenPage) =>
      begin(page, text.creatingABoardFrom(hostOf(page.url)), async (sourceIds) => {
        const { boardId, chatId } = await createBoard({ q: page.url, sourceIds });
        return chatId ? { phase: "answering", chatId, boardId } : { phase: "none" };
      }),
    ask: (page: SeenPage, question: string) =>
      begin(page, text.reading(hostOf(page.url)), async (sourceIds) => {
        const { id: chatId } = await createChat();
        await sendMessage(chatId, { text: question, sourceIds }, randomId());
        return { phase: "answering", chatId, boardId: null };
      }),
  };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
