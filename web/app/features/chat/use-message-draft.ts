import { useEffect, useState } from "react";
import { useAttachments } from "../../api/use-attachments.ts";
import type { Turn } from "../../stream/chat.ts";
import { randomId } from "../../util/random-id.ts";
import {
  type Addressee,
  type Attempt,
  attemptOf,
  type Draft,
  type DraftSource,
  EMPTY_DRAFT,
  loadDraft,
  saveDraft,
} from "./draft.ts";

export interface MessageDraftState {
  text: string;
  setText: (text: string) => void;
  attachments: ReturnType<typeof useAttachments>;
  /** Sources from before a reload. */
  kept: readonly DraftSource[];
  removeKept: (sourceId: string) => void;
  hasText: boolean;
  /** Returns the message to send, under a key that stays the same for the same message. */
  attempt: (to: Addressee) => Attempt;
  clear: () => void;
  /** Puts back what could not be sent, unless something else is written by now. */
  restore: (draft: Draft) => void;
  draft: Draft;
}

/** Keeps the unsent message of the composer over reloads until the server has accepted it. */
export function useMessageDraft(chatId: string, turns: readonly Turn[]): MessageDraftState {
  const [first] = useState(() => withoutSent(loadDraft(chatId), turns));
  const [text, setText] = useState(first.text);
  const [kept, setKept] = useState(first.sources);
  const [attempt, setAttempt] = useState(first.attempt);
  const attachments = useAttachments();
  const sources = [
    ...kept,
    ...attachments.attachments.flatMap((attachment) =>
      attachment.status === "ready" ? [{ id: attachment.source.id, name: attachment.name }] : [],
    ),
  ];
  const draft: Draft = { text, sources, attempt };

  useEffect(() => saveDraft(chatId, draft));

  return {
    text,
    setText,
    attachments,
    kept,
    removeKept: (sourceId) => setKept((before) => before.filter((source) => source.id !== sourceId)),
    hasText: text.trim() !== "",
    draft,
    attempt: (to) => {
      const next = attemptOf(draft, to, () => randomId());
      // Stored before it is sent: a reload in between must find the key.
      saveDraft(chatId, { ...draft, attempt: next });
      setAttempt(next);
      return next;
    },
    clear: () => {
      setText("");
      setKept([]);
      attachments.clear();
    },
    restore: (lost) => {
      setText((now) => (now === "" ? lost.text : now));
      setKept((now) => (now.length === 0 ? lost.sources : now));
    },
  };
}

/** A draft that was sent just before a reload is in the chat already. */
function withoutSent(draft: Draft, turns: readonly Turn[]): Draft {
  const { attempt } = draft;
  if (attempt === null) return draft;
  const isSent = turns.some(
    (turn) =>
      turn.parentTurnId === attempt.parentTurnId &&
      turn.message.text === attempt.text &&
      turn.message.sourceIds.join() === attempt.sourceIds.join(),
  );
  return isSent ? EMPTY_DRAFT : draft;
}
