import {
  type BlockClosed,
  type BlockDelta,
  type BlockDiscarded,
  type BlockOpened,
  type BoardChanged,
  type ChatChanged,
  type ChatEvent,
  EVENT_NAMES,
  type EventName,
  type TurnError,
  type TurnFinished,
  type TurnMetered,
  type TurnProgress,
  type TurnStarted,
  type TurnUnderstood,
  type UnderstoodWord,
  type UserMessage,
} from "./events.ts";
import { anything, boolean, type Check, count, list, nullable, object, oneOf, optional, string } from "./shape.ts";
import { block, blockType } from "./validate-block.ts";

export const userMessage = object<UserMessage>({ text: string, sourceIds: list(string) });

export const outcome = oneOf(["completed", "cancelled", "limited", "failed"] as const);

export const turnError = object<TurnError>({ code: string, message: string, retryable: boolean });

export const understoodWord = object<UnderstoodWord>({
  text: string,
  start: count,
  end: count,
  state: oneOf(["understood", "unsure", "unused"]),
  meaning: optional(string),
  alternatives: optional(list(string)),
});

const checks: { [N in EventName]: Check<Extract<ChatEvent, { event: N }>["data"]> } = {
  "turn.started": object<TurnStarted>({
    turnId: string,
    parentTurnId: nullable(string),
    model: string,
    message: userMessage,
    startedAt: string,
  }),
  "turn.progress": object<TurnProgress>({
    turnId: string,
    phase: oneOf(["reading", "querying", "thinking", "writing"]),
    label: string,
    done: optional(count),
    total: optional(count),
  }),
  "turn.understood": object<TurnUnderstood>({ turnId: string, words: list(understoodWord) }),
  "block.opened": object<BlockOpened>({
    turnId: string,
    blockId: string,
    index: count,
    type: blockType,
  }),
  "block.delta": object<BlockDelta>({ blockId: string, text: string }),
  "block.closed": object<BlockClosed>({ turnId: string, block }),
  "block.discarded": object<BlockDiscarded>({ blockId: string }),
  "turn.metered": object<TurnMetered>({
    turnId: string,
    inputTokens: count,
    outputTokens: count,
    credits: count,
    final: boolean,
  }),
  "turn.finished": object<TurnFinished>({
    turnId: string,
    outcome,
    error: optional(turnError),
    finishedAt: string,
  }),
  "chat.changed": object<ChatChanged>({ title: string }),
  "board.changed": object<BoardChanged>({
    boardId: string,
    revision: count,
    nodes: list(anything),
    edges: list(anything),
  }),
};

/** Throws `ShapeError` where `data` is not what the event of that name carries. */
export function validateEvent(name: string, data: unknown): ChatEvent {
  const event = oneOf(EVENT_NAMES)(name, "event");
  return { event, data: checks[event](data, event) } as ChatEvent;
}
