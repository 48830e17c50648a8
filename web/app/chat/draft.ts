import { readStoredJson, writeStored } from "../util/stored.ts";

/** A table or page that goes along with a message. */
export interface DraftSource {
  id: string;
  name: string;
}

/** Text and data of a message that wasn't sent yet. */
export interface Written {
  text: string;
  sources: readonly DraftSource[];
}

/** Unsent draft. It outlives a reload of the page. */
export interface Draft extends Written {
  /** The try to send a message whose answer isn't known yet, or that was refused. */
  attempt: Attempt | null;
}

/** A message as the server gets it. */
export interface Message {
  text: string;
  sourceIds: readonly string[];
  parentTurnId: string | null;
  /** Absent: the server chooses. */
  model?: string | undefined;
}

/** Sending the same again under the same key does nothing twice. */
export interface Attempt extends Message {
  key: string;
  /** The chat that was created for this message; absent where there was one before. */
  chatId?: string | undefined;
}

export const EMPTY_DRAFT: Draft = { text: "", sources: [], attempt: null };

/** A place for drafts: of the tab, or of all tabs. */
export type DraftStorage = "session" | "local";

export function loadDraft(place: string, storage: DraftStorage = "session"): Draft {
  const stored = readStoredJson(storageKey(place), storage);
  return isDraft(stored) ? stored : EMPTY_DRAFT;
}

export function saveDraft(place: string, draft: Draft, storage: DraftStorage = "session"): void {
  const { text, sources, attempt } = draft;
  const isEmpty = text === "" && sources.length === 0 && attempt === null;
  writeStored(storageKey(place), isEmpty ? null : JSON.stringify({ text, sources, attempt }), storage);
}

/** The earlier attempt where the message is the very same, otherwise one under a new key. */
export function attemptOf(message: Message, before: Attempt | null, newKey: () => string): Attempt {
  return before !== null && isSameMessage(before, message) ? before : { key: newKey(), ...message };
}

function isSameMessage(one: Message, other: Message): boolean {
  return (
    one.text === other.text &&
    one.parentTurnId === other.parentTurnId &&
    one.model === other.model &&
    one.sourceIds.join() === other.sourceIds.join()
  );
}

function storageKey(place: string): string {
  return `portolan-message-${place}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, sources, attempt } = value as Record<string, unknown>;
  return typeof text === "string" && Array.isArray(sources) && (attempt === null || isAttempt(attempt));
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { key, text, sourceIds } = value as Record<string, unknown>;
  return typeof key === "string" && typeof text === "string" && Array.isArray(sourceIds);
}
