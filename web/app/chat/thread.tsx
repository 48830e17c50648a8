import { type ReactNode, useMemo } from "react";
import type { AnswerProps } from "../blocks/answer.tsx";
import type { PathStep } from "../stream/branches.ts";
import type { Turn } from "../stream/chat.ts";
import type { ChatStore } from "../stream/chat-store.ts";
import { Announcer } from "./announcer.tsx";
import { CanBeginContext } from "./can-begin-context.ts";
import { EarlierTurns } from "./earlier-turns.tsx";
import { SendingTurn } from "./sending-turn.tsx";
import { TurnView } from "./turn-view.tsx";
import type { ChatSession } from "./use-chat-session.ts";
import { useShownCount } from "./use-shown-count.ts";
import type { TurnActions } from "./use-turn-actions.ts";
import "../blocks/turn.css";

/** As many of the last turns are drawn at once; the others when they come near the screen. */
const RECENT_TURNS = 4;

/** Additions of a place to each turn; the same object as long as the place is open. */
export interface TurnExtras {
  /** Puts something around each finished part of an answer. */
  wrap?: AnswerProps["wrap"];
  /** Shown below a finished answer. */
  below?: (turn: Turn) => ReactNode;
}

export const NO_EXTRAS: TurnExtras = {};

export interface ThreadProps {
  session: ChatSession;
  extras?: TurnExtras;
}

/**
 * The turns of the branch that is shown, and the message on its way. While the last turn is written, the elements of those
 * before it stay the very same. All are one list, so that a turn that is no longer the last keeps what it has drawn.
 */
export function Thread({ session, extras = NO_EXTRAS }: ThreadProps) {
  const { store, view, path, actions, sending, isSending, canBegin } = session;
  const shownCount = useShownCount(path.length);
  const first = Math.max(0, path.length - shownCount);
  const past = useMemo(
    () =>
      path
        .slice(first, -1)
        .map((step, place) =>
          elementOf(step, { actions, extras, isRecent: first + place > path.length - RECENT_TURNS }),
        ),
    [path, first, actions, extras],
  );
  const last = path.at(-1);
  const liveIn = last?.turn.outcome === null ? store : null;
  return (
    <>
      {store && <Announcer store={store} />}
      <CanBeginContext value={canBegin}>
        {first === 0 && store && view?.phase === "ready" && <EarlierTurns earlier={view.earlier} store={store} />}
        {last ? [...past, elementOf(last, { actions, extras, isRecent: true, isLast: !isSending, liveIn })] : null}
      </CanBeginContext>
      {sending && <SendingTurn sending={sending} />}
    </>
  );
}

interface TurnPlace {
  actions: TurnActions;
  extras: TurnExtras;
  isRecent: boolean;
  isLast?: boolean;
  liveIn?: ChatStore | null;
}

function elementOf({ turn, siblings }: PathStep, { isLast = false, liveIn = null, ...place }: TurnPlace) {
  return <TurnView key={turn.turnId} turn={turn} siblings={siblings} liveIn={liveIn} isLast={isLast} {...place} />;
}
