import {
  noSteps,
  recordStep,
  stepForward as redoStep,
  type UndoHistory,
  stepBack as undoStep,
} from "../../../util/undo-history";
import { type Change, type Command, inverse, join } from "./change";

/** The commands that can be undone and redone. */
export type BoardHistory = UndoHistory<Command>;

export const NO_HISTORY: BoardHistory = noSteps;

export function record(history: BoardHistory, command: Command): BoardHistory {
  return recordStep(history, command, (last, next) =>
    last.joins !== undefined && last.joins === next.joins
      ? { ...next, changes: join(last.changes, next.changes) }
      : null,
  );
}

/** Returns the inverse of the last step and the history after it; null if there is none. */
export function stepBack(before: BoardHistory): BoardStep | null {
  const move = undoStep(before);
  return move && { label: move.step.label, changes: inverse(move.step.changes), history: move.history };
}

export function stepForward(before: BoardHistory): BoardStep | null {
  const move = redoStep(before);
  return move && { label: move.step.label, changes: move.step.changes, history: move.history };
}

interface BoardStep {
  label: string;
  changes: readonly Change[];
  history: BoardHistory;
}
