import { useRef, useState } from "react";
import { createBoard } from "../../api/boards";
import { createChat, sendMessage } from "../../api/chats";
import { describeFailure, isProblem } from "../../api/problem";
import { addSeenPage, type CapturedPage } from "../../api/sources";
import { randomId } from "../../util/random-id";
import { type Attempt, attemptAt, forgetAttempt, keepAttempt } from "./attempt";
import { useSeenWork as text } from "./strings";

/** What becomes of a page. */
export type Work =
  | { phase: "none" }
  | { phase: "busy"; label: string }
  | { phase: "failed"; message: string; isOutOfCredits: boolean }
  | { phase: "answering"; chatId: string; boardId: string | null };

/**
 * Gives the page to the server, then makes a board of it or asks about it. A repeated attempt keeps its sources, chat and
 * idempotency key. `click` is the number of the click in the browser that asked for it, where one did: the same click is the
 * same wish, also when the panel is opened again.
 */
export function useSeenWork() {
  const [work, setWork] = useState<Work>({ phase: "none" });
  const current = useRef<Attempt | null>(null);

  async function begin(
    wish: unknown[],
    { page, label, click }: { page: CapturedPage; label: string; click: number | undefined },
    then: (attempt: Attempt, sourceIds: string[]) => Promise<Work>,
  ) {
    setWork({ phase: "busy", label });
    const name = JSON.stringify([...wish, page.url, page.title, page.selection, click]);
    const attempt = current.current?.wish === name ? current.current : attemptAt(name, randomId);
    current.current = attempt;
    keepAttempt(attempt);
    try {
      attempt.sourceIds ??= (await addSeenPage(page)).map(({ id }) => id);
      keepAttempt(attempt);
      const done = await then(attempt, attempt.sourceIds);
      // The same button pressed again asks again; a click in the browser is granted once.
      if (click === undefined) {
        current.current = null;
        forgetAttempt();
      }
      setWork(done);
    } catch (error) {
      const isOutOfCredits = isProblem(error, "usage_limit_reached");
      setWork({ phase: "failed", message: describeFailure(error), isOutOfCredits });
    }
  }

  return {
    work,
    reset: () => setWork({ phase: "none" }),
    makeBoard: (page: CapturedPage, click?: number) =>
      begin(
        ["board"],
        { page, label: text.creatingABoardFrom(hostOf(page.url)), click },
        async ({ key }, sourceIds) => {
          const { boardId, chatId } = await createBoard({ q: page.url, sourceIds }, key);
          return chatId ? { phase: "answering", chatId, boardId } : { phase: "none" };
        },
      ),
    ask: (page: CapturedPage, question: string, click?: number) =>
      begin(["ask", question], { page, label: text.reading(hostOf(page.url)), click }, async (attempt, sourceIds) => {
        attempt.chatId ??= (await createChat()).id;
        keepAttempt(attempt);
        await sendMessage(attempt.chatId, { text: question, sourceIds }, attempt.key);
        return { phase: "answering", chatId: attempt.chatId, boardId: null };
      }),
  };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
