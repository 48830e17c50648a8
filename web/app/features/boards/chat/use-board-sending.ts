import { useRef, useState } from "react";
import { createChat, sendMessage } from "../../../api/chats";
import { describeFailure, isProblem } from "../../../api/problem";
import { randomId } from "../../../util/random-id";

export interface BoardFailure {
  message: string;
  isOutOfCredits: boolean;
}

interface Attempt {
  what: string;
  key: string;
}

/** Sends messages to the board's chat, which is made with the first of them. A try after a failure does nothing twice. */
export function useBoardSending(boardId: string, chatId: string | null, onChat: (chatId: string) => void) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<BoardFailure | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const madeChat = useRef<string | null>(null);

  async function send(text: string, sourceIds: string[]): Promise<boolean> {
    if (isSending || text.trim() === "") return false;
    const what = JSON.stringify([text, sourceIds]);
    if (attempt.current?.what !== what) attempt.current = { what, key: randomId() };
    const { key } = attempt.current;
    setSending(true);
    setFailure(null);
    try {
      madeChat.current = chatId ?? madeChat.current ?? (await createChat({ boardId })).id;
      await sendMessage(madeChat.current, { text, sourceIds }, key);
      attempt.current = null;
      onChat(madeChat.current);
      return true;
    } catch (error) {
      setFailure({ message: describeFailure(error), isOutOfCredits: isProblem(error, "usage_limit_reached") });
      return false;
    } finally {
      setSending(false);
    }
  }

  return { send, isSending, failure, dismiss: () => setFailure(null) };
}
