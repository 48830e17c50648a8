import { type Change, type Command, inverse, join } from "./change";

const deepest = 200;

/** The steps that can be undone and redone. */
export interface History {
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

export function record({ done }: History, command: Command): History {
  const last = done.at(-1);
  const joined = last?.joins !== undefined && last.joins === command.joins;
  if (last && joined) {
    return { done: [...done.slice(0, -1), { ...command, changes: join(last.changes, command.changes) }], undone: [] };
  }
  return { done: [...done, command].slice(-deepest), undone: [] };
}

/** Returns the inverse of the last step and the history after it; null if there is none. */
export function stepBack({ done, undone }: History): Step | null {
  const command = done.at(-1);
  if (!command) return null;
  const changes = inverse(command.changes);
  return { label: command.label, changes, history: { done: done.slice(0, -1), undone: [...undone, command] } };
}

export function stepForward({ done, undone }: History): Step | null {
  const command = undone.at(-1);
  if (!command) return null;
  // A step that was done again is a step of its own: what follows must not join it.
  const { joins: _, ...alone } = command;
  return {
    label: command.label,
    changes: command.changes,
    history: { done: [...done, alone], undone: undone.slice(0, -1) },
  };
}

interface Step {
  label: string;
  changes: readonly Change[];
  history: History;
}
