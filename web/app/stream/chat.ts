import type { Block } from "./blocks.ts";
import type { Outcome, TurnError, UnderstoodWord, UserMessage } from "./events.ts";

/** A chat as `GET /api/chats/{id}` returns it and as folding its events gives it. */
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
  /** The words of the message with their meanings; absent where the answer did not come from a query plan. */
  understood?: UnderstoodWord[] | undefined;
  model: string;
  /** Null while the turn runs. */
  outcome: Outcome | null;
  error?: TurnError | null | undefined;
  /** In closing order. */
  blocks: Block[];
  metered: Metered;
  startedAt: string;
  finishedAt: string | null;
  /** Rating of the answer; absent if not rated. */
  rating?: Rating | null | undefined;
}

export interface Rating {
  rating: "up" | "down";
  /** Expected answer, as described by the user. */
  comment?: string | null | undefined;
}

export interface Metered {
  inputTokens: number;
  outputTokens: number;
  credits: number;
}

/** A branch of a chat as it was when its link was made: what `GET /api/shared/{token}` returns. */
export interface SharedChat {
  title: string;
  sharedAt: string;
  author: { username?: string | null | undefined };
  /** Oldest first; each follows the one before. */
  turns: SharedTurn[];
}

/** A turn without its cost, its rating and the meanings of its words. */
export type SharedTurn = Omit<Turn, "metered" | "rating" | "understood">;
