/** A table or page that goes along with a message. */
export interface DraftSource {
  id: string;
  name: string;
}

/** Unsent draft. It outlives a reload of the page, not the tab. */
export interface Draft {
  text: string;
  sources: readonly DraftSource[];
  /** The try to send it whose answer is not known yet, or that was refused. */
  attempt: Attempt | null;
}

/** Sending the same again under the same key does nothing twice. */
export interface Attempt {
  key: string;
  text: string;
  sourceIds: readonly string[];
  parentTurnId: string | null;
  /** Absent: the server chooses. */
  model?: string | undefined;
}

export const EMPTY_DRAFT: Draft = { text: "", sources: [], attempt: null };

export function loadDraft(chatId: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(chatId)) ?? "null");
    return isDraft(stored) ? stored : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

export function saveDraft(chatId: string, draft: Draft): void {
  try {
    if (draft.text === "" && draft.sources.length === 0) sessionStorage.removeItem(storageKey(chatId));
    else sessionStorage.setItem(storageKey(chatId), JSON.stringify(draft));
  } catch {
    // Storage can be full or forbidden; the draft then lasts as long as the page.
  }
}

/** After which turn a message stands, and who answers it. */
export interface Addressee {
  parentTurnId: string | null;
  model?: string | undefined;
}

/** The key of an earlier try where the message is the very same, otherwise a new one. */
export function attemptOf(draft: Draft, to: Addressee, newKey: () => string): Attempt {
  const { attempt } = draft;
  const { parentTurnId, model } = to;
  const text = draft.text.trim();
  const sourceIds = draft.sources.map((source) => source.id);
  const isSame =
    attempt !== null &&
    attempt.text === text &&
    attempt.parentTurnId === parentTurnId &&
    attempt.model === model &&
    attempt.sourceIds.join() === sourceIds.join();
  return isSame ? attempt : { key: newKey(), text, sourceIds, parentTurnId, model };
}

function storageKey(chatId: string): string {
  return `portolan-draft-${chatId}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, sources, attempt } = value as Record<string, unknown>;
  return typeof text === "string" && Array.isArray(sources) && (attempt === null || typeof attempt === "object");
}
