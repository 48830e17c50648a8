import type { Block } from "./blocks.ts";
import type { Outcome, TurnError, UserMessage } from "./events.ts";

/** What `GET /api/chats/{id}` returns, and what folding the chat's events gives. */
export interface Chat {
  id: string;
  title: string;
  /** The last stored event that is folded in; 0 before the first. */
  lastEventId: number;
  /** Oldest first. */
  turns: Turn[];
}

export interface Turn {
  turnId: string;
  parentTurnId: string | null;
  message: UserMessage;
  model: string;
  /** Null while the turn runs. */
  outcome: Outcome | null;
  error?: TurnError | null | undefined;
  /** In closing order. */
  blocks: Block[];
  metered: Metered;
  startedAt: string;
  finishedAt: string | null;
}

export interface Metered {
  inputTokens: number;
  outputTokens: number;
  credits: number;
}
