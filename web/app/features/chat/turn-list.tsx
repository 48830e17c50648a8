import { useMemo } from "react";
import type { PathStep } from "../../stream/branches.ts";
import type { ChatStore } from "../../stream/chat-store.ts";
import { type TurnActions, TurnView } from "./turn-view.tsx";

/** As many of the last turns are drawn at once; the others when they come near the screen. */
const RECENT_TURNS = 4;

export interface TurnListProps {
  path: readonly PathStep[];
  /** How many of the last turns are in the page. */
  shownCount: number;
  store: ChatStore;
  /** Whether a message is on its way, which will be the last turn. */
  isSending: boolean;
  actions: TurnActions;
}

/**
 * The turns of a branch. While the last is written, the elements of those before it stay the very same. All are one list,
 * so that a turn that is no longer the last keeps what it has drawn.
 */
export function TurnList({ path, shownCount, store, isSending, actions }: TurnListProps) {
  const first = Math.max(0, path.length - shownCount);
  const past = useMemo(
    () =>
      path
        .slice(first, -1)
        .map((step, place) => elementOf(step, actions, { isRecent: first + place > path.length - RECENT_TURNS })),
    [path, first, actions],
  );
  const last = path.at(-1);
  if (!last) return null;
  const isRunning = last.turn.outcome === null;
  return [...past, elementOf(last, actions, { isRecent: true, isLast: !isSending, liveIn: isRunning ? store : null })];
}

interface Place {
  isRecent: boolean;
  isLast?: boolean;
  liveIn?: ChatStore | null;
}

function elementOf(
  { turn, siblings }: PathStep,
  actions: TurnActions,
  { isRecent, isLast = false, liveIn = null }: Place,
) {
  return (
    <TurnView
      key={turn.turnId}
      turn={turn}
      siblings={siblings}
      liveIn={liveIn}
      isRecent={isRecent}
      isLast={isLast}
      actions={actions}
    />
  );
}
