import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, type Change, difference, inverse, join, mergeFields } from "./change";
import { type BoardDocument, documentOf } from "./document";
import { NO_HISTORY, record, stepBack, stepForward } from "./history";
import { anAction } from "./testing/actions";
import { aBoard, boardOf, note } from "./testing/boards";

const plain = ({ title, nodes, edges }: BoardDocument) => ({
  title,
  nodes: Object.fromEntries(nodes),
  edges: Object.fromEntries(edges),
});

describe("a change to a board", () => {
  it("is undone by its inverse", () => {
    fc.assert(
      fc.property(aBoard, anAction, (board, action) => {
        const before = documentOf(board);
        const { changes } = action(before);
        expect(plain(apply(apply(before, changes), inverse(changes)))).toEqual(plain(before));
      }),
    );
  });

  it("leads from one document to another, whatever they are", () => {
    fc.assert(
      fc.property(aBoard, aBoard, (one, other) => {
        const [from, to] = [documentOf(one), documentOf(other)];
        expect(plain(apply(from, difference(from, to)))).toEqual(plain(to));
        expect(difference(from, from)).toEqual([]);
      }),
    );
  });

  it("joins with the next to what both do", () => {
    fc.assert(
      fc.property(aBoard, anAction, anAction, (board, first, second) => {
        const before = documentOf(board);
        const one = first(before).changes;
        const between = apply(before, one);
        const other = second(between).changes;
        expect(plain(apply(before, join(one, other)))).toEqual(plain(apply(between, other)));
      }),
    );
  });

  it("leaves alone what others did to the same element", () => {
    const before = documentOf(boardOf([note("a")]));
    const move: Change = { of: "node", id: "a", before: note("a"), after: note("a", { x: 70 }) };
    const moved = apply(before, [move]);
    const theirs = apply(moved, [
      { of: "node", id: "a", before: note("a"), after: note("a", { data: { markdown: "theirs" } }) } as Change,
    ]);
    const undone = apply(theirs, inverse([move]));
    expect(undone.nodes.get("a")).toEqual(note("a", { data: { markdown: "theirs" } }));
  });
});

describe("fields of two edits", () => {
  it("are both there where they differ", () => {
    const base = { x: 0, data: { title: "one", status: "reading" } };
    const own = { x: 5, data: { title: "two", status: "reading" } };
    const theirs = { x: 0, data: { title: "one", status: "whole" } };
    expect(mergeFields(base, own, theirs)).toEqual({ x: 5, data: { title: "two", status: "whole" } });
  });

  it("are one's own where both changed the same", () => {
    expect(mergeFields({ x: 0 }, { x: 5 }, { x: 9 })).toEqual({ x: 5 });
  });

  it("are gone where one took them away", () => {
    expect(mergeFields<{ x: number; color?: string }>({ x: 0, color: "1" }, { x: 0 }, { x: 4, color: "1" })).toEqual({
      x: 4,
    });
  });
});

describe("the history", () => {
  it("leads back to the beginning and forward to the end, whatever was done", () => {
    fc.assert(
      fc.property(aBoard, fc.array(anAction, { maxLength: 12 }), (board, actions) => {
        const beginning = documentOf(board);
        let document: BoardDocument = beginning;
        let history = NO_HISTORY;
        for (const action of actions) {
          const command = action(document);
          document = apply(document, command.changes);
          history = record(history, command);
        }
        const end = document;
        for (let step = stepBack(history); step; step = stepBack(history)) {
          document = apply(document, step.changes);
          history = step.history;
        }
        expect(plain(document)).toEqual(plain(beginning));
        for (let step = stepForward(history); step; step = stepForward(history)) {
          document = apply(document, step.changes);
          history = step.history;
        }
        expect(plain(document)).toEqual(plain(end));
      }),
    );
  });

  it("takes steps with the same word back as one", () => {
    const step = (from: number, to: number) => ({
      label: "Moved 1 item",
      joins: "keys",
      changes: [{ of: "node", id: "a", before: note("a", { x: from }), after: note("a", { x: to }) } as Change],
    });
    const history = record(record(NO_HISTORY, step(0, 8)), step(8, 16));
    expect(history.done).toHaveLength(1);
    expect(stepBack(history)?.changes).toMatchObject([{ before: { x: 16 }, after: { x: 0 } }]);
  });
});
