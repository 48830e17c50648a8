import type { Chat, Metered, Turn } from "./chat.ts";
import { type Check, count, list, nullable, object, optional, string } from "./shape.ts";
import { block } from "./validate-block.ts";
import { outcome, turnError, userMessage } from "./validate-event.ts";

const turn: Check<Turn> = object<Turn>({
  turnId: string,
  parentTurnId: nullable(string),
  message: userMessage,
  model: string,
  outcome: nullable(outcome),
  error: optional(nullable(turnError)),
  blocks: list(block),
  metered: object<Metered>({ inputTokens: count, outputTokens: count, credits: count }),
  startedAt: string,
  finishedAt: nullable(string),
});

const chat: Check<Chat> = object<Chat>({
  id: string,
  title: string,
  lastEventId: count,
  turns: list(turn),
});

/** Throws `ShapeError` where `value` is not an answer of `GET /api/chats/{id}`. */
export function validateChat(value: unknown): Chat {
  return chat(value, "");
}
