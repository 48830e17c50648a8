import { type NewMessage, sendMessage } from "../../api/chats.ts";
import { ApiProblem, describeFailure, NetworkFailure } from "../../api/problem.ts";
import type { Attempt } from "./draft.ts";

/** Why a message was not taken; `kind` decides what is offered. */
export interface Refusal {
  kind: "credits" | "busy" | "signed-out" | "other";
  message: string;
}

const WAITS_MS = [500, 1_500, 4_000];

/** Sends a message; where no answer comes, the same again under the same key. */
export async function sendAttempt(
  chatId: string,
  { key, text, sourceIds, parentTurnId, model }: Attempt,
  wait: (milliseconds: number) => Promise<void> = sleep,
): Promise<{ turnId: string }> {
  const message: NewMessage = { text, sourceIds: [...sourceIds], parentTurnId, model };
  for (const pause of WAITS_MS) {
    try {
      return await sendMessage(chatId, message, key);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(pause);
    }
  }
  return sendMessage(chatId, message, key);
}

export function refusalOf(error: unknown): Refusal {
  const message = describeFailure(error);
  if (!(error instanceof ApiProblem)) return { kind: "other", message };
  switch (error.code) {
    case "usage_limit_reached":
      return {
        kind: "credits",
        message: "You have used the credits of this period. Your message is kept here; a larger plan can send it now.",
      };
    case "turns_running":
      return {
        kind: "busy",
        message: "Answers in your other chats hold the rest of your credits. Send this when they have ended.",
      };
    case "turn_running":
      return {
        kind: "busy",
        message: "An answer is still being written. Wait for its end, or stop it, and send again.",
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
