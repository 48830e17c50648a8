import { ArrowDown } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { FileDrop } from "../../blocks/file-drop.tsx";
import { ChatNotices } from "../../chat/chat-notices.tsx";
import { Composer } from "../../chat/composer.tsx";
import { Thread } from "../../chat/thread.tsx";
import type { ChatSession } from "../../chat/use-chat-session.ts";
import type { ChatStore, ReadyView } from "../../stream/chat-store.ts";
import { ChatHeader } from "./chat-header.tsx";
import { readyChat as strings } from "./strings";
import { useAnchor } from "./use-anchor.ts";
import { useLinkedTurn } from "./use-wanted-turn.ts";

const EmptyChat = lazy(async () => ({ default: (await import("./empty-chat.tsx")).EmptyChat }));

export interface ReadyChatProps {
  chatId: string;
  session: ChatSession;
  store: ChatStore;
  view: ReadyView;
}

export function ReadyChat({ chatId, session, store, view }: ReadyChatProps) {
  const { path, newest, isRunning, isSending, canBegin, choose, draft, beginCount } = session;
  const leafId = path.at(-1)?.turn.turnId ?? null;
  const lastTurn = isSending ? "sending" : leafId;
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLDivElement>(null);
  const { hold, isEndBelow, followEnd, stay } = useAnchor({ content, composer, lastTurn, beginCount });
  // Suggestions below a finished answer stay out of view until the reader scrolls.
  const offersEnd = isEndBelow && (hold === "reader" || (hold === "question" && isRunning));

  const loadEarlier = useCallback(() => void store.loadEarlier(), [store]);
  useLinkedTurn({ view, choose, loadEarlier, stay });
  const title = view.state.chat.title || path[0]?.turn.message.text.slice(0, 120) || strings.newChat;
  useEffect(() => {
    document.title = strings.portolan(title);
  }, [title]);

  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <ChatHeader chatId={chatId} title={title} leafId={leafId} isOlderBranch={session.isOlderBranch} />
      <div ref={content} className="chat-page mx-auto flex w-full max-w-[51rem] flex-1 flex-col px-4 pt-4 pb-6 sm:px-6">
        <Thread session={session} />
        {newest === null && !isSending && (
          <Suspense fallback={null}>
            <EmptyChat isDisabled={!canBegin} onAsk={(written) => void session.ask(written)} />
          </Suspense>
        )}
      </div>
      <FileDrop onDrop={draft.attachments.addFiles} />
      <div
        ref={composer}
        data-docked
        className="sticky bottom-0 z-10 bg-linear-to-t from-70% from-paper to-transparent pt-4 pb-4 sm:pb-6"
      >
        <div className="relative mx-auto flex max-w-[51rem] flex-col gap-2 px-3 sm:px-6">
          {offersEnd && (
            <button
              type="button"
              onClick={followEnd}
              className="-top-10 -translate-x-1/2 absolute left-1/2 flex h-8 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-soft text-sm shadow-raised hover:text-ink"
            >
              <ArrowDown aria-hidden className="size-3.5" />
              {isRunning ? strings.followAnswer : strings.jumpToLatest}
            </button>
          )}
          <ChatNotices session={session} />
          <Composer session={session} onSend={() => void session.sendDraft()} placeholder={strings.askAboutYourData} />
        </div>
      </div>
    </div>
  );
}
