import { useEffect, useRef, useState } from "react";
import { readSession } from "../api/session.ts";
import { useAttachments } from "../api/use-attachments.ts";
import type { Turn } from "../stream/chat.ts";
import { randomId } from "../util/random-id.ts";
import {
  type Attempt,
  attemptOf,
  type DraftSource,
  type DraftStorage,
  loadDraft,
  type Message,
  saveDraft,
  type Written,
} from "./draft.ts";

export interface MessageDraftOptions {
  /** Names the draft in the browser's storage. */
  place: string;
  storage?: DraftStorage | undefined;
  /** Takes the place of a stored text. */
  initialText?: string | undefined;
  /** The chat's turns, oldest first; null while they aren't known. */
  turns: readonly Turn[] | null;
}

export interface MessageDraft {
  text: string;
  setText: (text: string) => void;
  attachments: ReturnType<typeof useAttachments>;
  /** Sources from before a reload. */
  kept: readonly DraftSource[];
  removeKept: (sourceId: string) => void;
  hasText: boolean;
  /** Text and data that are ready to be sent. */
  written: Written;
  /** Stores `written` until it's settled, and empties the composer unless it `staysShown`. */
  take: (written: Written, options: { staysShown: boolean }) => void;
  /** Clears the accepted message. */
  settle: () => void;
  /** Returns what couldn't be sent to the composer, unless something else is written by now. */
  restore: (written: Written) => void;
  /** Returns the attempt at a message, stored under a key that stays the same for the same message. */
  attempt: (message: Message) => Attempt;
  /** Stores how far the attempt has come. */
  keepAttempt: (attempt: Attempt) => void;
}

/** Keeps the unsent message of a composer over reloads until the server has accepted it. */
export function useMessageDraft({ place, storage, initialText, turns }: MessageDraftOptions): MessageDraft {
  // Users who share a browser don't see each other's drafts. One whose session ends keeps theirs.
  const [name] = useState(() => `${readSession()?.userId ?? "visitor"}-${place}`);
  const [first] = useState(() => loadDraft(name, storage));
  const [text, setText] = useState(initialText || first.text);
  const [kept, setKept] = useState(first.sources);
  const attachments = useAttachments();
  const attempt = useRef(first.attempt);
  const taken = useRef<{ written: Written; staysShown: boolean } | null>(null);
  const isSettled = useRef(false);
  const sources = [
    ...kept,
    ...attachments.attachments.flatMap((attachment) =>
      attachment.status === "ready" ? [{ id: attachment.source.id, name: attachment.name }] : [],
    ),
  ];
  const written: Written = { text, sources };

  const save = () => {
    const unsent = taken.current?.written ?? (isSettled.current ? { text: "", sources: [] } : written);
    saveDraft(name, { ...unsent, attempt: attempt.current }, storage);
  };
  useEffect(save);

  const [isCompared, setCompared] = useState(first.attempt === null);
  if (!isCompared && turns !== null) {
    setCompared(true);
    // A draft that was sent just before a reload is in the chat already.
    if (first.attempt !== null && isSent(first.attempt, turns)) {
      attempt.current = null;
      setText((now) => (now === first.text ? "" : now));
      setKept([]);
    }
  }

  return {
    text,
    setText: (next) => {
      isSettled.current = false;
      setText(next);
    },
    attachments,
    kept,
    removeKept: (sourceId) => setKept((before) => before.filter((source) => source.id !== sourceId)),
    hasText: text.trim() !== "",
    written,
    take: (sent, { staysShown }) => {
      taken.current = { written: sent, staysShown };
      if (staysShown) return;
      setText("");
      setKept([]);
      attachments.clear();
    },
    settle: () => {
      isSettled.current = taken.current?.staysShown ?? false;
      taken.current = null;
      attempt.current = null;
      save();
    },
    restore: (lost) => {
      const isShown = taken.current?.staysShown ?? false;
      taken.current = null;
      if (isShown) return;
      setText((now) => (now === "" ? lost.text : now));
      setKept((now) => (now.length === 0 ? lost.sources : now));
    },
    attempt: (message) => {
      attempt.current = attemptOf(message, attempt.current, randomId);
      // Stored before it is sent: a reload in between must find the key.
      save();
      return attempt.current;
    },
    keepAttempt: (next) => {
      attempt.current = next;
      save();
    },
  };
}

function isSent(attempt: Attempt, turns: readonly Turn[]): boolean {
  return turns.some(
    ({ parentTurnId, message }) =>
      parentTurnId === attempt.parentTurnId &&
      message.text === attempt.text &&
      message.sourceIds.join() === attempt.sourceIds.join(),
  );
}
