import { useLayoutEffect, useRef, useState } from "react";
import type { Turn } from "../stream/chat.ts";

/** Actions on the turns of a chat. */
export interface TurnActions {
  send: (text: string) => void;
  /** Replaces the text of a turn's message; false if rejected. */
  edit: (turn: Turn, text: string) => Promise<boolean>;
  retry: (turnId: string) => void;
  /** Shows the branch of a turn. */
  choose: (turnId: string) => void;
  /** Returns whether the server has taken the rating. */
  rate: (turnId: string, rating: "up" | "down" | null, comment?: string) => Promise<boolean>;
}

/** One object that always does what the newest actions do: turns need not be rendered again for other actions. */
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
