import { useLayoutEffect, useRef, useState } from "react";
import type { TurnActions } from "./turn-view.tsx";

/** One object for as long as the chat is open that always does what was given last: turns need not be drawn again. */
export function useTurnActions(actions: TurnActions): TurnActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<TurnActions>(() => ({
    send: (text) => latest.current.send(text),
    edit: (turn, text) => latest.current.edit(turn, text),
    retry: (turnId) => latest.current.retry(turnId),
    choose: (turnId) => latest.current.choose(turnId),
    rate: (turnId, rating, comment) => latest.current.rate(turnId, rating, comment),
  }));
  return stable;
}
