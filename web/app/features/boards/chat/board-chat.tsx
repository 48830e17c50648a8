import { ExternalLink, X } from "lucide-react";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { cancelTurn, retryTurn } from "../../../api/chats";
import { describeFailure } from "../../../api/problem";
import { Answer } from "../../../blocks/answer";
import type { AnswerPart } from "../../../blocks/arrange";
import { MessageBubble } from "../../../blocks/message-bubble";
import { TurnOutcome } from "../../../blocks/turn-outcome";
import { TurnProgress } from "../../../blocks/turn-progress";
import { type OpenChat, useLive } from "../../../blocks/use-chat";
import { pathTo } from "../../../stream/branches";
import type { Turn } from "../../../stream/chat";
import type { ChatStore } from "../../../stream/chat-store";
import { IconButton } from "../../../ui/button";
import { LoadingNote, Skeleton } from "../../../ui/skeleton";
import { ErrorState } from "../../../ui/states";
import { notify } from "../../../ui/toast";
import { paths } from "../../../util/page-paths";
import { useBoard } from "../board-tools";
import { boardChat as strings } from "../strings";
import { BoardComposer } from "./board-composer";
import { ChatPanel } from "./chat-panel";
import { Draggable } from "./draggable";

export interface BoardChatProps {
  chatId: string | null;
  chat: OpenChat | null;
  onChat: (chatId: string) => void;
}

/** The chat beside the board, whose blocks can be put onto it. */
export function BoardChat({ chatId, chat, onChat }: BoardChatProps) {
  const { isChatOpen } = useBoard();
  const view = chat?.view ?? null;
  const turns = view?.phase === "ready" ? view.state.chat.turns : [];
  const isRunning = turns.at(-1)?.outcome === null;
  return (
    <ChatPanel>
      <header className="flex h-13 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm">{strings.chat}</h2>
        {chatId !== null && (
          <Link
            to={paths.chat(chatId)}
            title={strings.openChatInFullPage}
            aria-label={strings.openChatInFullPage}
            className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised"
          >
            <ExternalLink aria-hidden className="size-4" />
          </Link>
        )}
        <IconButton label={strings.closeChat} onClick={() => isChatOpen.set(false)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <Turns chatId={chatId} chat={chat} isRunning={isRunning} />
      <BoardComposer
        chatId={chatId}
        onChat={onChat}
        isRunning={isRunning}
        onStop={() => chatId !== null && void stop(chatId)}
      />
    </ChatPanel>
  );
}

function Turns({ chatId, chat, isRunning }: { chatId: string | null; chat: OpenChat | null; isRunning: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const view = chat?.view;
  const turns = view?.phase === "ready" ? view.state.chat.turns : null;
  const path = useMemo(() => (turns ? pathTo(turns, null) : []), [turns]);
  useFollowEnd(scroller, content);
  return (
    <section
      ref={scroller}
      aria-label={strings.messages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 focus-visible:-outline-offset-2"
    >
      <div ref={content} className="pb-4">
        {path.map(({ turn }) => (
          <TurnOfBoard
            key={turn.turnId}
            turn={turn}
            liveIn={turn.outcome === null ? (chat?.store ?? null) : null}
            onRetry={isRunning || chatId === null ? null : () => void retry(chatId, turn.turnId)}
          />
        ))}
        {view?.phase === "loading" && (
          <div className="flex flex-col gap-3 pt-4">
            <LoadingNote>{strings.loadingChat}</LoadingNote>
            <Skeleton className="ml-auto h-10 w-3/5" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        {view && view.phase !== "loading" && view.phase !== "ready" && (
          <ErrorState
            className="mt-4"
            title={strings.couldntLoadTheChat}
            description={view.phase === "failed" ? view.message : strings.signInAgainOrReload}
            onRetry={() => void chat?.store.open()}
          />
        )}
        {(chat === null || turns?.length === 0) && (
          <p className="pt-6 text-center text-soft text-sm">{strings.askAboutThisBoardNew}</p>
        )}
      </div>
    </section>
  );
}

interface TurnOfBoardProps {
  turn: Turn;
  liveIn: ChatStore | null;
  onRetry: (() => void) | null;
}

function TurnOfBoard({ turn, liveIn, onRetry }: TurnOfBoardProps) {
  const { question } = useBoard();
  const live = useLive(liveIn);
  const actions = useMemo(
    () => ({
      send: (text: string) => question.set({ text, isSent: true, nodeIds: new Set<string>() }),
      retry: onRetry,
    }),
    [question, onRetry],
  );
  return (
    <article className="chat-turn" aria-label={strings.youAsked(turn.message.text.slice(0, 120))}>
      <div className="flex flex-col items-end">
        <MessageBubble message={turn.message} understood={turn.understood} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Answer blocks={turn.blocks} open={live?.open ?? null} actions={actions} wrap={wrap} />
        {live && <TurnProgress live={live} />}
        <TurnOutcome turn={turn} onRetry={onRetry} />
      </div>
    </article>
  );
}

/** Each part of an answer that a board can show can be put there. */
function wrap(part: AnswerPart, element: ReactElement): ReactElement {
  const blocks = "blocks" in part ? part.blocks : [part.block];
  return (
    <Draggable key={part.key} blocks={blocks}>
      {element}
    </Draggable>
  );
}

/** Stays at the end of what grows until a user scrolls up. */
function useFollowEnd(scroller: React.RefObject<HTMLElement | null>, content: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [frame, inner] = [scroller.current, content.current];
    if (!frame || !inner) return;
    let isAtEnd = true;
    const toEnd = () => {
      if (isAtEnd) frame.scrollTop = frame.scrollHeight;
    };
    const onScroll = () => {
      isAtEnd = frame.scrollHeight - frame.clientHeight - frame.scrollTop < 48;
    };
    const observer = new ResizeObserver(toEnd);
    observer.observe(inner);
    frame.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener("scroll", onScroll);
    };
  }, [scroller, content]);
}

async function stop(chatId: string) {
  try {
    await cancelTurn(chatId);
  } catch (error) {
    void notify({ title: strings.couldntStopTheAnswer, description: describeFailure(error), color: "red" });
  }
}

async function retry(chatId: string, turnId: string) {
  try {
    await retryTurn(chatId, turnId);
  } catch (error) {
    void notify({ title: strings.couldntRetry, description: describeFailure(error), color: "red" });
  }
}
