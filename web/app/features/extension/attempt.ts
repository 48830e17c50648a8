/** An attempt to send a page, as far as the server has answered: a retry continues from there and repeats nothing. */
export interface Attempt {
  /** Names the wish: another page, question or click begins another attempt. */
  wish: string;
  key: string;
  sourceIds?: string[];
  chatId?: string;
}

const storageKey = "portolan-extension-attempt";

/** The kept attempt at this wish, also from before the panel was closed, or a new one. */
export function attemptAt(wish: string, newKey: () => string): Attempt {
  const kept = load();
  return kept?.wish === wish ? kept : { wish, key: newKey() };
}

/** Keeps the attempt before the next step: whatever happens in between, the step is repeated under the same key. */
export function keepAttempt(attempt: Attempt): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch {
    // Storage can be full or forbidden; the attempt then lasts as long as its caller.
  }
}

export function forgetAttempt(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function load(): Attempt | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return isAttempt(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { wish, key } = value as Record<string, unknown>;
  return typeof wish === "string" && typeof key === "string";
}
