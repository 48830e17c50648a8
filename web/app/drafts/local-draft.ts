import { readStored, readStoredJson, writeStored } from "../util/stored";

/** An unsaved value, and the revision that it was edited from; null for something that was never saved. */
export interface LocalDraft<T> {
  value: T;
  revision: number | null;
}

/** Reads the draft that this browser keeps; null if there is none, or one of another shape. */
export function loadLocalDraft<T>(name: string, parse: (value: unknown) => T | null): LocalDraft<T> | null {
  const stored = readStoredJson(keyOf(name));
  if (typeof stored !== "object" || stored === null || !("value" in stored) || !("revision" in stored)) return null;
  const value = parse(stored.value);
  const { revision } = stored;
  return value === null || (revision !== null && typeof revision !== "number") ? null : { value, revision };
}

/** Keeps the draft over a reload, a crash and the battery. Returns its text, with which it can be removed. */
export function keepLocalDraft<T>(name: string, draft: LocalDraft<T>): string {
  const text = JSON.stringify(draft);
  writeStored(keyOf(name), text);
  return text;
}

/** Removes the draft, unless another tab has replaced it since `kept` was written. */
export function removeLocalDraft(name: string, kept: string | null): void {
  if (kept !== null && readStored(keyOf(name)) === kept) writeStored(keyOf(name), null);
}

function keyOf(name: string): string {
  return `portolan-unsaved-${name}`;
}
