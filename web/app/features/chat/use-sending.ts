import { useState } from "react";
import { retryTurn } from "../../api/chats.ts";
import type { Attempt } from "./draft.ts";
import { type Refusal, refusalOf, type Sending, sendAttempt } from "./send.ts";

export interface SendingState {
  sending: Sending | null;
  refusal: Refusal | null;
  dismiss: () => void;
  /** The new turn's id, or null where the message was refused. */
  send: (attempt: Attempt) => Promise<string | null>;
  retry: (turnId: string) => Promise<void>;
}

/** Sends into a chat whose newest turn is `newestTurnId`. */
export function useSending(chatId: string, newestTurnId: string | null): SendingState {
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function begin(message: Sending | null, work: () => Promise<{ turnId: string }>): Promise<string | null> {
    setSending(message);
    setRefusal(null);
    try {
      const { turnId } = await work();
      if (message) setSending({ ...message, turnId });
      return turnId;
    } catch (error) {
      setSending(null);
      setRefusal(refusalOf(error));
      return null;
    }
  }

  return {
    sending,
    refusal,
    dismiss: () => setRefusal(null),
    send: (attempt) => {
      const { text, sourceIds } = attempt;
      return begin({ text, sourceIds, newestBefore: newestTurnId, turnId: null }, () => sendAttempt(chatId, attempt));
    },
    retry: async (turnId) => {
      await begin(null, () => retryTurn(chatId, turnId));
    },
  };
}
