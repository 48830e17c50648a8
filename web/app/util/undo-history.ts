/** The maximum number of undo steps. */
export const mostSteps = 200;

/** The steps that can be undone and redone, oldest first. Values are replaced, never changed. */
export interface UndoHistory<Step> {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** Whether the next step may join the last one: after an undo or a redo it may not. */
  readonly isOpen: boolean;
}

export const noSteps: UndoHistory<never> = { done: [], undone: [], isOpen: false };

/**
 * Returns the history after a new step; steps that were undone are forgotten. `join` returns the last step and the new
 * one as one step, or null if they stay apart.
 */
export function recordStep<Step>(
  { done, isOpen }: UndoHistory<Step>,
  step: Step,
  join: (last: Step, step: Step) => Step | null,
): UndoHistory<Step> {
  const last = done.at(-1);
  const joined = isOpen && last !== undefined ? join(last, step) : null;
  const kept = joined === null ? [...done, step] : [...done.slice(0, -1), joined];
  return { done: kept.slice(-mostSteps), undone: [], isOpen: true };
}

/** Returns the last step and the history without it; null at the beginning. */
export function stepBack<Step>({ done, undone }: UndoHistory<Step>): Move<Step> | null {
  const step = done.at(-1);
  if (step === undefined) return null;
  return { step, history: { done: done.slice(0, -1), undone: [...undone, step], isOpen: false } };
}

/** Returns the step that was undone last and the history with it; null at the end. */
export function stepForward<Step>({ done, undone }: UndoHistory<Step>): Move<Step> | null {
  const step = undone.at(-1);
  if (step === undefined) return null;
  return { step, history: { done: [...done, step], undone: undone.slice(0, -1), isOpen: false } };
}

interface Move<Step> {
  step: Step;
  history: UndoHistory<Step>;
}
