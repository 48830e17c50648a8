import type { Block, BlockType } from "./blocks.ts";

/** Events of a chat, discriminated by `event`. */
export type ChatEvent =
  | { event: "turn.started"; data: TurnStarted }
  | { event: "turn.progress"; data: TurnProgress }
  | { event: "turn.understood"; data: TurnUnderstood }
  | { event: "block.opened"; data: BlockOpened }
  | { event: "block.delta"; data: BlockDelta }
  | { event: "block.closed"; data: BlockClosed }
  | { event: "block.discarded"; data: BlockDiscarded }
  | { event: "turn.metered"; data: TurnMetered }
  | { event: "turn.finished"; data: TurnFinished }
  | { event: "chat.changed"; data: ChatChanged }
  | { event: "board.changed"; data: BoardChanged };

export type EventName = ChatEvent["event"];

/** Every event name: an `EventSource` hears only the names that it was told. */
export const EVENT_NAMES: readonly EventName[] = [
  "turn.started",
  "turn.progress",
  "turn.understood",
  "block.opened",
  "block.delta",
  "block.closed",
  "block.discarded",
  "turn.metered",
  "turn.finished",
  "chat.changed",
  "board.changed",
];

export interface TurnStarted {
  turnId: string;
  /** Null for the root of the chat. */
  parentTurnId: string | null;
  model: string;
  message: UserMessage;
  startedAt: string;
}

export interface UserMessage {
  text: string;
  sourceIds: string[];
}

export type Phase = "reading" | "querying" | "thinking" | "writing";

/** Long work with a name; `done` of `total` where both are known. */
export interface TurnProgress {
  turnId: string;
  phase: Phase;
  label: string;
  done?: number | undefined;
  total?: number | undefined;
}

/** Replaces what an earlier event of the turn said. */
export interface TurnUnderstood {
  turnId: string;
  /** In the order of the message. */
  words: UnderstoodWord[];
}

/** A word or phrase of a message with the meaning that the answer gave it. */
export interface UnderstoodWord {
  text: string;
  /** In UTF-16 units of the message; the end does not belong to it. */
  start: number;
  end: number;
  /** `unsure` is the best guess among several; the answer does not use `unused` words. */
  state: "understood" | "unsure" | "unused";
  /** In plain words: "the column Horsepower". */
  meaning?: string | undefined;
  /** Columns that the word may mean as well. */
  alternatives?: string[] | undefined;
}

export interface BlockOpened {
  turnId: string;
  blockId: string;
  /** Counts from 0 within the turn; a block that is written again keeps it. */
  index: number;
  type: BlockType;
}

export interface BlockDelta {
  blockId: string;
  text: string;
}

export interface BlockClosed {
  turnId: string;
  block: Block;
}

export interface BlockDiscarded {
  blockId: string;
}

export interface TurnMetered {
  turnId: string;
  inputTokens: number;
  outputTokens: number;
  credits: number;
  final: boolean;
}

export type Outcome = "completed" | "cancelled" | "limited" | "failed";

export interface TurnError {
  /** Stable, in snake_case. */
  code: string;
  message: string;
  retryable: boolean;
}

export interface TurnFinished {
  turnId: string;
  outcome: Outcome;
  error?: TurnError | undefined;
  finishedAt: string;
}

export interface ChatChanged {
  title: string;
}

export interface BoardChanged {
  boardId: string;
  /** The board's, with this change. */
  revision: number;
  nodes: unknown[];
  edges: unknown[];
}
