import { noSteps, recordStep, stepBack, stepForward, type UndoHistory } from "../../util/undo-history";

/** A value with the edits that led to it. */
export interface History<T> {
  present: T;
  steps: UndoHistory<Edit<T>>;
}

interface Edit<T> {
  before: T;
  after: T;
  /** Names what was edited, such as the title. */
  key: string | undefined;
  /** Time of the edit's last change, in milliseconds. */
  at: number;
}

/** Edits with the same key that follow each other this closely are taken back together, in milliseconds. */
export const togetherMs = 800;

export function begin<T>(present: T): History<T> {
  return { present, steps: noSteps };
}

/** `key` names what is being edited, such as the title; an edit without one is always a step of its own. */
export function edit<T>({ present, steps }: History<T>, next: T, at: number, key?: string): History<T> {
  if (Object.is(next, present)) return { present, steps };
  const isContinued = (last: Edit<T>) => key !== undefined && last.key === key && at - last.at < togetherMs;
  const step = { before: present, after: next, key, at };
  return {
    present: next,
    steps: recordStep(steps, step, (last) => (isContinued(last) ? { ...step, before: last.before } : null)),
  };
}

export function undo<T>(history: History<T>): History<T> {
  const move = stepBack(history.steps);
  return move ? { present: move.step.before, steps: move.history } : history;
}

export function redo<T>(history: History<T>): History<T> {
  const move = stepForward(history.steps);
  return move ? { present: move.step.after, steps: move.history } : history;
}

export const canUndo = ({ steps }: History<unknown>): boolean => steps.done.length > 0;
export const canRedo = ({ steps }: History<unknown>): boolean => steps.undone.length > 0;
