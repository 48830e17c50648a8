import { useMemo } from "react";
import type { PathStep } from "../../stream/branches.ts";
import type { ChatStore, ReadyView } from "../../stream/chat-store.ts";
import { EarlierTurns } from "./earlier-turns.tsx";
import { type TurnActions, TurnView } from "./turn-view.tsx";
import { useShownCount } from "./use-shown-count.ts";

/** As many of the last turns are drawn at once; the others when they come near the screen. */
const RECENT_TURNS = 4;

export interface TurnListProps {
  path: readonly PathStep[];
  /** Whether there are turns before the first of the path that the store does not have yet. */
  earlier: ReadyView["earlier"];
  onLoadEarlier: () => void;
  store: ChatStore;
  /** Whether a message is on its way, which will be the last turn. */
  isSending: boolean;
  actions: TurnActions;
}

/**
 * The turns of a branch. While the last is written, the elements of those before it stay the very same. All are one list,
 * so that a turn that is no longer the last keeps what it has drawn.
 */
export function TurnList({ path, earlier, onLoadEarlier, store, isSending, actions }: TurnListProps) {
  const shownCount = useShownCount(path.length);
  const first = Math.max(0, path.length - shownCount);
  const past = useMemo(
    () =>
      path
        .slice(first, -1)
        .map((step, place) => elementOf(step, actions, { isRecent: first + place > path.length - RECENT_TURNS })),
    [path, first, actions],
  );
  const last = path.at(-1);
  const liveIn = last?.turn.outcome === null ? store : null;
  return (
    <>
      {first === 0 && <EarlierTurns earlier={earlier} onLoad={onLoadEarlier} />}
      {last ? [...past, elementOf(last, actions, { isRecent: true, isLast: !isSending, liveIn })] : null}
    </>
  );
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
