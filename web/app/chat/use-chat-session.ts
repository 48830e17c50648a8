import { useMemo, useState } from "react";
import { cancelTurn, rateTurn } from "../api/chats.ts";
import { describeFailure } from "../api/problem.ts";
import { type PathStep, pathTo } from "../stream/branches.ts";
import type { Turn } from "../stream/chat.ts";
import type { ChatStore, ViewedChat } from "../stream/chat-store.ts";
import type { Link } from "../stream/link.ts";
import { notify } from "../ui/toast.tsx";
import { useChatSession as strings } from "./strings.ts";
import type { OpenChat } from "./use-chat.ts";
import { useChosenBranch } from "./use-chosen-branch.ts";
import { type ComposerOptions, type ComposerState, useComposer } from "./use-composer.ts";
import { type TurnActions, useTurnActions } from "./use-turn-actions.ts";

/** A chat with everything that can be done in it; each place that has a chat shows its parts. */
export interface ChatSession extends ComposerState {
  chatId: string | null;
  /** Null without a chat. */
  store: ChatStore | null;
  view: ViewedChat | null;
  /** The turns of the branch that is shown, oldest first. */
  path: readonly PathStep[];
  /** The newest turn of any branch. */
  newest: Turn | null;
  /** Whether the branch that is shown isn't the newest one. */
  isOlderBranch: boolean;
  isRunning: boolean;
  isStopping: boolean;
  /** Whether a message is on its way. */
  isSending: boolean;
  /** Whether a turn may begin now. */
  canBegin: boolean;
  stop: () => Promise<void>;
  /** Shows the branch of a turn; null is the newest. */
  choose: (turnId: string | null) => void;
  /** The same object as long as the place is open. */
  actions: TurnActions;
}

/** Writes into an open chat, branches and rates it. Without a chat, the first message creates one. */
export function useChatSession(open: OpenChat | null, options: ComposerOptions): ChatSession {
  const { chatId } = options;
  const { store, view } = open ?? { store: null, view: null };
  const turns = view?.phase === "ready" ? view.state.chat.turns : null;
  const newest = turns?.at(-1) ?? null;
  const isRunning = newest?.outcome === null;
  const { chosen, choose } = useChosenBranch(newest?.turnId ?? null);
  const path = useMemo(() => (turns ? pathTo(turns, chosen) : []), [turns, chosen]);
  const leaf = path.at(-1)?.turn ?? null;
  const composer = useComposer(options, { turns, leaf, onStarted: () => choose(null) });
  const isSending = composer.sending !== null;
  const { isStopping, stop } = useStop(chatId, newest);
  const rate = useRate(store, turns);
  const actions = useTurnActions({
    send: (text) => void composer.ask({ text, sources: [] }),
    edit: composer.replace,
    retry: (turnId) => void composer.retry(turnId),
    choose,
    rate,
  });
  return {
    ...composer,
    chatId,
    store,
    view,
    path,
    newest,
    isOlderBranch: chosen !== null && leaf !== newest,
    isRunning,
    isStopping,
    isSending,
    canBegin: !isRunning && !isSending && (view === null || (view.phase === "ready" && isUsable(view.link))),
    stop,
    choose,
    actions,
  };
}

function isUsable(link: Link): boolean {
  return link !== "expired" && link !== "gone";
}

function useStop(chatId: string | null, newest: Turn | null) {
  const [stopping, setStopping] = useState<string | null>(null);
  async function stop() {
    if (chatId === null || newest === null) return;
    setStopping(newest.turnId);
    try {
      await cancelTurn(chatId);
    } catch (error) {
      setStopping(null);
      void notify({ title: strings.couldntStopTheAnswer, description: describeFailure(error), color: "red" });
    }
  }
  return { isStopping: newest !== null && stopping === newest.turnId, stop };
}

/** A rating is shown at once, and taken back where the server doesn't accept it. */
function useRate(store: ChatStore | null, turns: readonly Turn[] | null): TurnActions["rate"] {
  return async (turnId, rating, comment) => {
    const before = turns?.find((turn) => turn.turnId === turnId)?.rating ?? null;
    store?.setRating(turnId, rating && { rating, comment });
    try {
      await rateTurn(turnId, rating, comment);
      return true;
    } catch (error) {
      store?.setRating(turnId, before);
      void notify({ title: strings.couldntSaveYourRating, description: describeFailure(error), color: "red" });
      return false;
    }
  };
}
