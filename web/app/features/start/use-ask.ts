import { useRef, useState } from "react";
import { createChat, deleteChat, sendMessage } from "../../api/chats";
import { describeFailure, isProblem } from "../../api/problem";
import { randomId } from "../../util/random-id";

/** Why a question did not get through; `isOutOfCredits` leads to the plans. */
export interface AskFailure {
  message: string;
  isOutOfCredits: boolean;
}

export interface AskOptions {
  sourceIds?: string[];
  /** Absent: the server chooses. */
  model?: string;
}

interface Attempt {
  /** Submitted question; another question gets another chat. */
  what: string;
  key: string;
  chatId?: string | undefined;
}

/** Makes a chat and sends its first message. Trying again after a failure does nothing twice. */
export function useAsk(onAsked: (chatId: string) => void) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const attempt = useRef<Attempt | null>(null);

  async function ask(text: string, { sourceIds = [], model }: AskOptions = {}): Promise<void> {
    if (isAsking || text.trim() === "") return;
    const what = JSON.stringify([text, sourceIds, model]);
    if (attempt.current?.what !== what) attempt.current = { what, key: randomId() };
    const current = attempt.current;
    setAsking(true);
    setFailure(null);
    try {
      current.chatId ??= (await createChat({ model })).id;
      await sendMessage(current.chatId, { text: text.trim(), sourceIds, model }, current.key);
      onAsked(current.chatId);
    } catch (error) {
      const isOutOfCredits = isProblem(error, "usage_limit_reached");
      setFailure({ message: describeFailure(error), isOutOfCredits });
      if (isOutOfCredits) await discardChat(current);
    } finally {
      setAsking(false);
    }
  }

  return { ask, isAsking, failure };
}

/** A chat whose first message was refused would stay empty. */
async function discardChat(attempt: Attempt): Promise<void> {
  const { chatId } = attempt;
  if (chatId === undefined) return;
  attempt.chatId = undefined;
  // The question matters more than the chat: one that can't be deleted now is only empty.
  await deleteChat(chatId).catch(() => undefined);
}
