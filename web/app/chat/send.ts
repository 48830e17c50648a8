import { retryTurn, type SendMessage, sendMessage } from "../api/chats.ts";
import { ApiProblem, describeFailure, NetworkFailure } from "../api/problem.ts";
import type { Turn } from "../stream/chat.ts";
import type { Attempt } from "./draft.ts";
import { send as strings } from "./strings";

/** A pending message; it has a turn once the server has accepted it. */
export interface Sending {
  text: string;
  sourceIds: readonly string[];
  /** The chat's newest turn when it was sent. */
  newestBefore: string | null;
  turnId: string | null;
}

/**
 * Whether its turn is among the chat's `turns`, oldest first. The stream may bring the turn before the answer to the sending
 * comes: until then it is known by its words.
 */
export function hasArrived(
  { text, newestBefore, turnId }: Sending,
  turns: readonly Pick<Turn, "turnId" | "message">[],
): boolean {
  if (turnId !== null) return turns.some((turn) => turn.turnId === turnId);
  const before = turns.findIndex((turn) => turn.turnId === newestBefore);
  return turns.slice(before + 1).some((turn) => turn.message.text === text);
}

/** Why a message was rejected; `kind` determines the offered action. */
export interface Refusal {
  kind: "credits" | "busy" | "signed-out" | "other";
  message: string;
}

const WAITS_MS = [500, 1_500, 4_000];

/** Sends a message; where no answer comes, the same again under the same key. */
export function sendAttempt(
  chatId: string,
  { key, text, sourceIds, parentTurnId, model }: Attempt,
  wait?: Wait,
): Promise<{ turnId: string }> {
  const message: SendMessage = { text, sourceIds: [...sourceIds], parentTurnId, model };
  return repeatWhileUnanswered(() => sendMessage(chatId, message, key), wait);
}

/** Another answer to the message of a turn. */
export interface Retry {
  key: string;
  turnId: string;
  model: string | undefined;
}

/** Answers a message again; where no answer comes, the same request under the same key. */
export function sendRetry(chatId: string, { key, turnId, model }: Retry, wait?: Wait): Promise<{ turnId: string }> {
  return repeatWhileUnanswered(() => retryTurn(chatId, turnId, { model }, key), wait);
}

type Wait = (milliseconds: number) => Promise<void>;

async function repeatWhileUnanswered<T>(request: () => Promise<T>, wait: Wait = sleep): Promise<T> {
  for (const pause of WAITS_MS) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(pause);
    }
  }
  return request();
}

export function refusalOf(error: unknown): Refusal {
  const message = describeFailure(error);
  if (!(error instanceof ApiProblem)) return { kind: "other", message };
  switch (error.code) {
    case "usage_limit_reached":
      return {
        kind: "credits",
        message: strings.youveUsedAllCreditsFor,
      };
    case "turns_running":
      return {
        kind: "busy",
        message: strings.answersInYourOtherChats,
      };
    case "turn_running":
      return {
        kind: "busy",
        message: strings.anAnswerIsStillIn,
      };
    default:
      return { kind: error.status === 401 ? "signed-out" : "other", message };
  }
}

/** Whether the same request may well succeed in a moment. */
function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof ApiProblem && error.status >= 502);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
