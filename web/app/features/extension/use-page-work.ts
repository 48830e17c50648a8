import { useRef, useState } from "react";
import { createBoard } from "../../api/boards";
import { createChat } from "../../api/chats";
import { describeFailure } from "../../api/problem";
import { addCapturedPage, type CapturedPage } from "../../api/sources";
import type { DraftSource } from "../../chat/draft";
import { type Refusal, refusalOf } from "../../chat/send";
import { useChat } from "../../chat/use-chat";
import { type ChatSession, useChatSession } from "../../chat/use-chat-session";
import { randomId } from "../../util/random-id";
import { keptClick, keptPage, type PageWork } from "./stored-work";
import { usePageWork as text } from "./strings";

/** The chat that answers, and the board that the answer lands on if there is one. */
export interface OpenedWork {
  chatId: string;
  boardId: string | null;
}

export interface PageWorkActions {
  /** The chat of the panel: the opened one, or the one that the next question creates. */
  session: ChatSession;
  opened: OpenedWork | null;
  /** Current step; null while nothing runs. */
  step: string | null;
  /** Reason why the page wasn't read or its board wasn't created. */
  failure: Refusal | null;
  dismiss: () => void;
  /** Goes back to the page. */
  close: () => void;
  makeBoard: (page: CapturedPage, click?: number) => Promise<void>;
  /** Sends the composer's question about a page. */
  askDraft: (page: CapturedPage) => Promise<void>;
  ask: (page: CapturedPage, question: string, click?: number) => Promise<void>;
}

/**
 * Uploads a captured page, then creates a board from it or asks about it. Trying again keeps its sources, chat and idempotency
 * key. `click` is the number of the click in the browser that asked for it: the same click is answered once, also when the
 * panel is opened again.
 */
export function usePageWork(): PageWorkActions {
  const [opened, setOpened] = useState<OpenedWork | null>(null);
  const [step, setStep] = useState<string | null>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const page = useRef<PageWork | null>(null);
  const running = useRef<number | undefined>(undefined);
  const session = useChatSession(useChat(opened?.chatId ?? null), {
    place: "extension",
    storage: "local",
    chatId: opened?.chatId ?? null,
    newChat: {
      create: (model) => createChat({ model }),
      onAccepted: (chatId) => open({ chatId, boardId: null }),
    },
  });

  function open(work: OpenedWork) {
    if (running.current !== undefined) keptClick.keep({ number: running.current, ...work });
    // The same page captured again is another page.
    page.current = null;
    keptPage.keep(null);
    setOpened(work);
  }

  async function run(label: string, click: number | undefined, work: () => Promise<unknown>) {
    const answered = click === undefined ? null : keptClick.load();
    if (answered?.number === click && answered) return setOpened(answered);
    running.current = click;
    setStep(label);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure({ ...refusalOf(error), message: describeFailure(error) });
    } finally {
      setStep(null);
    }
  }

  /** Uploads the page, unless that was done already. */
  async function sourcesOf(seen: CapturedPage): Promise<DraftSource[]> {
    const work = workOn(seen);
    work.sourceIds ??= (await addCapturedPage(seen)).map(({ id }) => id);
    keptPage.keep(work);
    const name = seen.title ?? hostOf(seen.url);
    return work.sourceIds.map((id) => ({ id, name }));
  }

  function workOn({ url, title, selection }: CapturedPage): PageWork {
    const name = JSON.stringify([url, title, selection]);
    const kept = page.current ?? keptPage.load();
    const work = kept?.page === name ? kept : { page: name };
    page.current = work;
    return work;
  }

  return {
    session,
    opened,
    step,
    failure,
    dismiss: () => setFailure(null),
    close: () => setOpened(null),
    makeBoard: (seen, click) =>
      run(text.creatingABoardFrom(hostOf(seen.url)), click, async () => {
        const sources = await sourcesOf(seen);
        const work = workOn(seen);
        work.boardKey ??= randomId();
        keptPage.keep(work);
        const board = { q: seen.url, sourceIds: sources.map(({ id }) => id) };
        const { boardId, chatId } = await createBoard(board, work.boardKey);
        if (chatId) open({ chatId, boardId });
      }),
    askDraft: (seen) =>
      run(text.reading(hostOf(seen.url)), undefined, async () => {
        const { written } = session.draft;
        await session.sendDraft({ sources: union(written.sources, await sourcesOf(seen)) });
      }),
    ask: (seen, question, click) =>
      run(text.reading(hostOf(seen.url)), click, async () => {
        await session.ask({ text: question, sources: await sourcesOf(seen) });
      }),
  };
}

function union(own: readonly DraftSource[], added: readonly DraftSource[]): DraftSource[] {
  return [...own, ...added.filter(({ id }) => !own.some((source) => source.id === id))];
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
