import type { Chat, Metered, Rating, SharedChat, SharedTurn, Turn } from "./chat.ts";
import { type Check, count, list, nullable, object, oneOf, optional, string } from "./shape.ts";
import { block } from "./validate-block.ts";
import { outcome, turnError, understoodWord, userMessage } from "./validate-event.ts";

const rating = object<Rating>({ rating: oneOf(["up", "down"]), comment: optional(nullable(string)) });

const turn: Check<Turn> = object<Turn>({
  turnId: string,
  parentTurnId: nullable(string),
  message: userMessage,
  understood: optional(list(understoodWord)),
  model: string,
  outcome: nullable(outcome),
  error: optional(nullable(turnError)),
  blocks: list(block),
  metered: object<Metered>({ inputTokens: count, outputTokens: count, credits: count }),
  startedAt: string,
  finishedAt: nullable(string),
  rating: optional(nullable(rating)),
});

const chat: Check<Chat> = object<Chat>({
  id: string,
  title: string,
  lastEventId: count,
  turns: list(turn),
});

const sharedTurn: Check<SharedTurn> = object<SharedTurn>({
  turnId: string,
  parentTurnId: nullable(string),
  message: userMessage,
  model: string,
  outcome: nullable(outcome),
  error: optional(nullable(turnError)),
  blocks: list(block),
  startedAt: string,
  finishedAt: nullable(string),
});

const sharedChat = object<SharedChat>({
  title: string,
  sharedAt: string,
  author: object<SharedChat["author"]>({ username: optional(nullable(string)) }),
  turns: list(sharedTurn),
});

/** Throws `ShapeError` where `value` is not an answer of `GET /api/shared/{token}`. */
export function validateSharedChat(value: unknown): SharedChat {
  return sharedChat(value, "");
}

/** Throws `ShapeError` where `value` is not an answer of `GET /api/chats/{id}`. */
export function validateChat(value: unknown): Chat {
  return chat(value, "");
}
