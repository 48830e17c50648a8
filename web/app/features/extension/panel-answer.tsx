import { ArrowLeft, SquareDashedMousePointer } from "lucide-react";
import { useMemo, useRef } from "react";
import { sendMessage } from "../../api/chats";
import { describeFailure } from "../../api/problem";
import { Answer } from "../../blocks/answer";
import { MessageBubble } from "../../blocks/message-bubble";
import { TurnOutcome } from "../../blocks/turn-outcome";
import { TurnProgress } from "../../blocks/turn-progress";
import { useChat, useLive } from "../../blocks/use-chat";
import { pathTo } from "../../stream/branches";
import type { Turn } from "../../stream/chat";
import type { ChatStore } from "../../stream/chat-store";
import { Button, buttonClass } from "../../ui/button";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { randomId } from "../../util/random-id";
import { panelAnswer as strings } from "./strings";
import "../../blocks/turn.css";

export interface PanelAnswerProps {
  chatId: string;
  /** The board that the answer lands on, where there is one. */
  boardId: string | null;
  onBack: () => void;
}

/** The answer as it streams, in the extension's panel. */
export function PanelAnswer({ chatId, boardId, onBack }: PanelAnswerProps) {
  const { store, view } = useChat(chatId);
  const turns = view.phase === "ready" ? view.state.chat.turns : null;
  const path = useMemo(() => (turns ? pathTo(turns, null) : []), [turns]);
  const isRunning = path.at(-1)?.turn.outcome === null;

  // The same text tried again after a failure goes under the same key.
  const attempt = useRef<{ text: string; key: string } | null>(null);

  async function send(text: string) {
    if (attempt.current?.text !== text) attempt.current = { text, key: randomId() };
    try {
      await sendMessage(chatId, { text }, attempt.current.key);
      attempt.current = null;
    } catch (error) {
      void notify({ title: strings.couldntSendTheQuestion, description: describeFailure(error), color: "red" });
    }
  }

  return (
    <section aria-label={strings.theAnswer} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" /> {strings.back}
        </Button>
        {boardId !== null && (
          <a
            href={paths.board(boardId)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ look: "primary", size: "small" }, "ml-auto")}
          >
            <SquareDashedMousePointer aria-hidden className="size-4" /> {strings.openBoard}
          </a>
        )}
      </div>
      {view.phase === "loading" && (
        <>
          <LoadingNote>{strings.loadingAnswer}</LoadingNote>
          <Skeleton className="h-24 w-full" />
        </>
      )}
      {view.phase !== "loading" && view.phase !== "ready" && (
        <ErrorState
          title={strings.couldntLoadTheAnswer}
          description={view.phase === "failed" ? view.message : strings.signInAgainInA}
          onRetry={() => void store.open()}
        />
      )}
      {path.map(({ turn }) => (
        <PanelTurn
          key={turn.turnId}
          turn={turn}
          liveIn={turn.outcome === null ? store : null}
          onSend={isRunning ? null : (text) => void send(text)}
        />
      ))}
    </section>
  );
}

interface PanelTurnProps {
  turn: Turn;
  liveIn: ChatStore | null;
  onSend: ((text: string) => void) | null;
}

function PanelTurn({ turn, liveIn, onSend }: PanelTurnProps) {
  const live = useLive(liveIn);
  return (
    <article className="chat-turn" aria-label={strings.youAsked(turn.message.text.slice(0, 120))}>
      <div className="flex flex-col items-end">
        <MessageBubble message={turn.message} understood={turn.understood} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Answer blocks={turn.blocks} open={live?.open ?? null} actions={{ send: onSend, retry: null }} />
        {live && <TurnProgress live={live} />}
        <TurnOutcome turn={turn} onRetry={null} />
      </div>
    </article>
  );
}
