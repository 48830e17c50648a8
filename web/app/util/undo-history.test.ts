import { expect, it } from "vitest";
import { noSteps, recordStep, stepBack, stepForward, type UndoHistory } from "./undo-history";

const joinWords = (last: string, next: string) => (last[0] === next[0] ? last + next : null);
const record = (history: UndoHistory<string>, step: string) => recordStep(history, step, joinWords);

it("groups related steps and separates others", () => {
  const history = ["a1", "a2", "b1"].reduce(record, noSteps as UndoHistory<string>);
  expect(history.done).toEqual(["a1a2", "b1"]);
});

it("doesn't group with a step that was undone or redone", () => {
  const undone = stepBack(["a1", "b1"].reduce(record, noSteps as UndoHistory<string>));
  expect(undone && record(undone.history, "a2").done).toEqual(["a1", "a2"]);
  const redone = undone && stepForward(undone.history);
  expect(redone && record(redone.history, "b2").done).toEqual(["a1", "b1", "b2"]);
});

it("discards undone steps after a new step", () => {
  const undone = stepBack(record(noSteps, "a1"));
  expect(undone && stepForward(record(undone.history, "b1"))).toBeNull();
});
