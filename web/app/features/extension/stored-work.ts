import { readStoredJson, writeStored } from "../../util/stored";

/** Progress with a captured page: trying again continues from there and repeats nothing. */
export interface PageWork {
  /** Identifies the page and its selection. */
  page: string;
  sourceIds?: string[];
  /** Idempotency key of its board. */
  boardKey?: string;
}

/** A click in the browser that was answered, also before the panel was closed. */
export interface AnsweredClick {
  number: number;
  chatId: string;
  boardId: string | null;
}

export const keptPage = keptValue("portolan-extension-page", isPageWork);
export const keptClick = keptValue("portolan-extension-click", isAnsweredClick);

/** A value that outlives the panel. */
function keptValue<T>(key: string, isValid: (value: unknown) => value is T) {
  return {
    load: (): T | null => {
      const kept = readStoredJson(key);
      return isValid(kept) ? kept : null;
    },
    keep: (value: T | null): void => writeStored(key, value && JSON.stringify(value)),
  };
}

function isPageWork(value: unknown): value is PageWork {
  return isRecord(value) && typeof value.page === "string";
}

function isAnsweredClick(value: unknown): value is AnsweredClick {
  return isRecord(value) && typeof value.number === "number" && typeof value.chatId === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
