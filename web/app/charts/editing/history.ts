/** Undo history: past, present, and future. Values are never changed, only replaced. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** The last edit, with which the next one may become one step. */
  last: { key: string; at: number } | null;
}

/** Edits with the same key that follow each other this closely are taken back together, in milliseconds. */
export const togetherMs = 800;
/** Steps further back than these are forgotten. */
export const mostSteps = 200;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], last: null };
}

/** `key` names what is being edited, such as the title; an edit without one is always a step of its own. */
export function edit<T>(history: History<T>, next: T, at: number, key?: string): History<T> {
  if (Object.is(next, history.present)) return history;
  const { last } = history;
  const isContinued = last !== null && key !== undefined && last.key === key && at - last.at < togetherMs;
  return {
    past: isContinued ? history.past : [...history.past, history.present].slice(-mostSteps),
    present: next,
    future: [],
    last: key === undefined ? null : { key, at },
  };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, last: null };
}

export const canUndo = (history: History<unknown>): boolean => history.past.length > 0;
export const canRedo = (history: History<unknown>): boolean => history.future.length > 0;
