import { useRef, useState } from "react";
import { deleteChat } from "../api/chats.ts";
import { ApiProblem } from "../api/problem.ts";
import type { Turn } from "../stream/chat.ts";
import { randomId } from "../util/random-id.ts";
import type { Message } from "./draft.ts";
import { hasArrived, type Refusal, type Retry, refusalOf, type Sending, sendAttempt, sendRetry } from "./send.ts";
import type { MessageDraft } from "./use-message-draft.ts";

/** The chat that a first message goes into. */
export interface NewChat {
  create: (model: string | undefined) => Promise<{ id: string }>;
  /** Called when its first message was accepted. */
  onAccepted: (chatId: string) => void;
}

export interface SendingOptions {
  /** Null until the first message was accepted. */
  chatId: string | null;
  newChat: NewChat | undefined;
  /** The chat's turns, oldest first; null while they aren't known. */
  turns: readonly Turn[] | null;
  draft: MessageDraft;
}

export interface SendingState {
  /** The message on its way; null once its turn is in the chat. */
  sending: Sending | null;
  refusal: Refusal | null;
  dismiss: () => void;
  /** Returns the new turn's ID, or null if the message was refused. */
  send: (message: Message) => Promise<string | null>;
  /** Asks for another answer to a message; returns the new turn's ID, or null if that was refused. */
  retry: (turnId: string, model: string | undefined) => Promise<string | null>;
}

/** Sends messages into a chat, which is created with the first of them. Trying again after a failure does nothing twice. */
export function useSending({ chatId, newChat, turns, draft }: SendingOptions): SendingState {
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const unansweredRetry = useRef<Retry | null>(null);

  async function begin(message: Sending | null, work: () => Promise<string>): Promise<string | null> {
    setSending(message);
    setRefusal(null);
    try {
      const turnId = await work();
      if (message) setSending({ ...message, turnId });
      return turnId;
    } catch (error) {
      setSending(null);
      setRefusal(refusalOf(error));
      return null;
    }
  }

  async function createChat(model: string | undefined): Promise<string> {
    if (newChat === undefined) throw new Error("there is no chat to send to");
    return (await newChat.create(model)).id;
  }

  /** Returns the new turn's ID; a chat that was created for a message that is refused doesn't stay. */
  async function deliver(message: Message): Promise<string> {
    let attempt = draft.attempt(message);
    const target = chatId ?? attempt.chatId ?? (await createChat(attempt.model));
    if (chatId === null) {
      attempt = { ...attempt, chatId: target };
      draft.keepAttempt(attempt);
    }
    try {
      const { turnId } = await sendAttempt(target, attempt);
      draft.settle();
      if (chatId === null) newChat?.onAccepted(target);
      return turnId;
    } catch (error) {
      if (chatId === null && error instanceof ApiProblem && error.status < 500) {
        draft.keepAttempt({ ...attempt, chatId: undefined });
        // The message matters more than the chat: one that can't be deleted now is only empty.
        await deleteChat(target).catch(() => undefined);
      }
      throw error;
    }
  }

  return {
    sending: sending !== null && hasArrived(sending, turns ?? []) ? null : sending,
    refusal,
    dismiss: () => setRefusal(null),
    send: (message) => {
      const { text, sourceIds } = message;
      const newestBefore = turns?.at(-1)?.turnId ?? null;
      return begin({ text, sourceIds, newestBefore, turnId: null }, () => deliver(message));
    },
    retry: async (turnId, model) => {
      if (chatId === null) return null;
      const before = unansweredRetry.current;
      const isSame = before?.turnId === turnId && before.model === model;
      const attempt = isSame ? before : { key: randomId(), turnId, model };
      unansweredRetry.current = attempt;
      return begin(null, async () => {
        const started = await sendRetry(chatId, attempt);
        unansweredRetry.current = null;
        return started.turnId;
      });
    },
  };
}
