import { memo } from "react";
import type { SharedTurn } from "../stream/chat.ts";
import type { Live } from "../stream/fold.ts";
import { Answer } from "./answer.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import "./turn.css";
import { readOnlyTurn as text } from "./strings";
import { TurnOutcome } from "./turn-outcome.tsx";
import { TurnProgress } from "./turn-progress.tsx";

const NO_ACTIONS = { send: null, retry: null };

export interface ReadOnlyTurnProps {
  turn: SharedTurn;
  /** Null for turns that do not run. */
  live?: Live | null;
}

/** A read-only message with its answer; its sources can't be opened. */
export const ReadOnlyTurn = memo(function ReadOnlyTurn({ turn, live = null }: ReadOnlyTurnProps) {
  const { message, blocks } = turn;
  return (
    <article className="chat-turn" aria-label={text.question(message.text.slice(0, 120))}>
      <div className="flex flex-col items-end">
        <MessageBubble message={{ text: message.text, sourceIds: [] }} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Answer
          blocks={blocks.filter((block) => block.type !== "suggestion")}
          open={live?.open ?? null}
          actions={NO_ACTIONS}
          origin="shared"
        />
        {live && <TurnProgress live={live} />}
        <TurnOutcome turn={turn} onRetry={null} />
      </div>
    </article>
  );
});
