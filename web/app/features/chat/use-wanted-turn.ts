import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { ReadyView } from "../../stream/chat-store.ts";

export interface LinkedTurn {
  view: ReadyView;
  choose: (turnId: string) => void;
  loadEarlier: () => void;
  /** Lets the page stay where the turn is, instead of at its end. */
  stay: () => void;
}

/** Brings the turn that the address names (`#turnId`) onto the screen once, on its branch, however far back it is. */
export function useLinkedTurn({ view, choose, loadEarlier, stay }: LinkedTurn): void {
  const { hash, key } = useLocation();
  // Other parts of the page have names, too; a turn's is a UUID.
  const wanted = /^#[0-9a-f-]{36}$/.test(hash) ? hash.slice(1) : "";
  const [done, setDone] = useState<string | null>(null);
  const isKnown = view.state.chat.turns.some((turn) => turn.turnId === wanted);
  const isDone = wanted === "" || done === `${key}${wanted}`;

  useEffect(() => {
    if (isDone) return;
    if (!isKnown) {
      if (view.earlier === "some") loadEarlier();
      return;
    }
    stay();
    choose(wanted);
    setDone(`${key}${wanted}`);
    // The branch is drawn first.
    requestAnimationFrame(() => document.getElementById(wanted)?.scrollIntoView({ block: "start" }));
  }, [isDone, isKnown, wanted, key, view.earlier, choose, loadEarlier, stay]);
}
