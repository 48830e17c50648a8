import { useRef, useState } from "react";
import { createChat, sendMessage } from "../../api/chats";
import { describeFailure, isProblem } from "../../api/problem";
import { sampleSource } from "../../api/sources";
import { randomId } from "../../util/random-id";

/** Why a question did not get through; `isOutOfCredits` leads to the plans. */
export interface AskFailure {
  message: string;
  isOutOfCredits: boolean;
}

export interface AskOptions {
  sourceIds?: string[];
  /** The name of a sample, of which the person gets a copy. */
  sample?: string;
  /** Absent: the server chooses. */
  model?: string;
}

interface Attempt {
  /** Submitted question; another question gets another chat. */
  what: string;
  key: string;
  chatId?: string;
  sourceIds?: string[];
}

/** Makes a chat and sends its first message. Trying again after a failure does nothing twice. */
export function useAsk(onAsked: (chatId: string) => void) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const attempt = useRef<Attempt | null>(null);

  async function ask(text: string, { sourceIds = [], sample, model }: AskOptions = {}): Promise<void> {
    if (isAsking || text.trim() === "") return;
    const what = JSON.stringify([text, sourceIds, sample, model]);
    if (attempt.current?.what !== what) attempt.current = { what, key: randomId() };
    const current = attempt.current;
    setAsking(true);
    setFailure(null);
    try {
      current.sourceIds ??= sample === undefined ? sourceIds : (await sampleSource(sample)).map(({ id }) => id);
      current.chatId ??= (await createChat({ model })).id;
      await sendMessage(current.chatId, { text: text.trim(), sourceIds: current.sourceIds, model }, current.key);
      onAsked(current.chatId);
    } catch (error) {
      setFailure({ message: describeFailure(error), isOutOfCredits: isProblem(error, "usage_limit_reached") });
    } finally {
      setAsking(false);
    }
  }

  return { ask, isAsking, failure };
}
