import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostSteps } from "../../util/undo-history";
import { begin, canRedo, canUndo, edit, type History, redo, togetherMs, undo } from "./history";

type Step = { name: "edit"; to: object } | { name: "undo" } | { name: "redo" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer().map((value): Step => ({ name: "edit", to: { value } })),
  fc.constant<Step>({ name: "undo" }),
  fc.constant<Step>({ name: "redo" }),
);

describe("a history", () => {
  it("goes back and forth as a list with a cursor does", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const first = {};
        let list: object[] = [first];
        let cursor = 0;
        let history: History<object> = begin(first);
        steps.forEach((each, at) => {
          if (each.name === "edit") {
            list = [...list.slice(0, cursor + 1), each.to];
            cursor += 1;
            history = edit(history, each.to, at);
          } else if (each.name === "undo") {
            cursor = Math.max(0, cursor - 1);
            history = undo(history);
          } else {
            cursor = Math.min(list.length - 1, cursor + 1);
            history = redo(history);
          }
          expect(history.present).toBe(list[cursor]);
          expect(canUndo(history)).toBe(cursor > 0);
          expect(canRedo(history)).toBe(cursor < list.length - 1);
        });
      }),
    );
  });

  it("takes edits of one thing that follow closely back together", () => {
    const typed = ["M", "Ma", "Map"].reduce(
      (history, title, index) => edit(history, title, index * 100, "title"),
      begin(""),
    );
    expect(undo(typed).present).toBe("");
    expect(redo(undo(typed)).present).toBe("Map");
  });

  it("keeps edits apart that are of other things, far apart, or after a step back", () => {
    const other = edit(edit(begin("a"), "b", 0, "title"), "c", 1, "mark");
    expect(undo(other).present).toBe("b");
    const late = edit(edit(begin("a"), "b", 0, "title"), "c", togetherMs, "title");
    expect(undo(late).present).toBe("b");
    const after = edit(undo(edit(edit(begin("a"), "b", 0), "c", 1, "title")), "d", 2, "title");
    expect(undo(after).present).toBe("b");
  });

  it("forgets what lies far back, and nothing else", () => {
    const steps = Array.from({ length: mostSteps + 50 }, (_, index) => index + 1);
    let history = steps.reduce((each, value) => edit(each, value, value), begin(0));
    while (canUndo(history)) history = undo(history);
    expect(history.present).toBe(50);
  });
});
