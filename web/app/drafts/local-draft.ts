/** An unsaved value, and the revision that it was edited from; null for something that was never saved. */
export interface LocalDraft<T> {
  value: T;
  revision: number | null;
}

/** Reads the draft that this browser keeps; null where there is none, or one of another shape. */
export function loadLocalDraft<T>(name: string, parse: (value: unknown) => T | null): LocalDraft<T> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? "null");
    if (typeof stored !== "object" || stored === null || !("value" in stored) || !("revision" in stored)) return null;
    const value = parse(stored.value);
    const { revision } = stored;
    return value === null || (revision !== null && typeof revision !== "number") ? null : { value, revision };
  } catch {
    return null;
  }
}

/** Keeps the draft over a reload, a crash and the battery. Returns its text, with which it can be removed. */
export function keepLocalDraft<T>(name: string, draft: LocalDraft<T>): string {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(keyOf(name), text);
  } catch {
    // Storage can be full or forbidden; the draft then lasts as long as the page.
  }
  return text;
}

/** Removes the draft, unless another tab has replaced it since `kept` was written. */
export function removeLocalDraft(name: string, kept: string | null): void {
  try {
    if (kept !== null && localStorage.getItem(keyOf(name)) === kept) localStorage.removeItem(keyOf(name));
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function keyOf(name: string): string {
  return `portolan-unsaved-${name}`;
}
