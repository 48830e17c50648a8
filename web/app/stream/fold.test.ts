import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chat } from "./chat.ts";
import { decodeRecorded, type RecordedEvent } from "./decode.ts";
import { adopt, type ChatState, cursorOf, fold, stateOf } from "./fold.ts";
import { type LogEvent, logs, resume, snapshot, started } from "./testing/event-log.ts";

const EMPTY: Chat = { id: "chat", title: "", lastEventId: 0, turns: [] };

function foldAll(state: ChatState, events: readonly RecordedEvent[]): ChatState {
  return events.reduce<ChatState>((folded, event) => {
    const next = fold(folded, decodeRecorded(event));
    if (next === null) throw new Error(`a gap before ${JSON.stringify(event)}`);
    return next;
  }, state);
}

interface Golden {
  name: string;
  events: RecordedEvent[];
  chat: Chat;
}

const fixtures = join(import.meta.dirname, "../../../orchestrator/crates/blocks/fixtures/fold");
const goldens = readdirSync(fixtures)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(fixtures, file), "utf8")) as Golden);

describe("folding events", () => {
  it.each(goldens.map((golden) => [golden.name, golden] as const))("gives what the server has: %s", (_, golden) => {
    expect(foldAll(stateOf({ ...EMPTY, id: golden.chat.id }), golden.events).chat).toEqual(golden.chat);
  });

  it("resumes from every cursor of every chat without gaps or duplicates", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (log, choice) => {
        const whole = foldAll(stateOf(EMPTY), log);
        const cut = choice % (log.length + 1);
        const before = foldAll(stateOf(EMPTY), log.slice(0, cut));
        const after = foldAll(before, resume(log, cursorOf(before)));
        expect(after.chat).toEqual(whole.chat);
        expect(after.live.open).toEqual(whole.live.open);
      }),
      { numRuns: 500 },
    );
  });

  it("finds the open block from a snapshot by starting slightly earlier", () => {
    fc.assert(
      fc.property(logs, fc.nat(), fc.nat(9), (log, choice, more) => {
        const whole = foldAll(stateOf(EMPTY), log);
        const known = snapshot(EMPTY, log.slice(0, choice % (log.length + 1)));
        // A title may stand between a block's opening and the end: two events reach back far enough.
        const event = Math.max(0, known.lastEventId - 2 - more);
        const after = foldAll(stateOf(known), resume(log, { event, offset: null }));
        expect(after.chat).toEqual(whole.chat);
        expect(after.live.open).toEqual(whole.live.open);
      }),
      { numRuns: 500 },
    );
  });

  it("ignores events that are already folded", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (log, choice) => {
        const whole = foldAll(stateOf(EMPTY), log);
        const again = foldAll(whole, log.slice(choice % (log.length + 1)));
        expect(again.chat).toBe(whole.chat);
      }),
    );
  });

  it("detects a missing stored event or text fragment", () => {
    const log: LogEvent[] = [
      started,
      { id: "2", event: "block.opened", data: { turnId: "t1", blockId: "b1", index: 0, type: "text" } },
      { id: "2.4", event: "block.delta", data: { blockId: "b1", text: "Four" } },
      { id: "2.9", event: "block.delta", data: { blockId: "b1", text: " five" } },
    ];
    const [first, opened, four, five] = log.map((event) => decodeRecorded(event));
    if (!first || !opened || !four || !five) throw new Error("the log has four events");
    expect(fold(stateOf(EMPTY), opened)).toBeNull();
    const one = fold(stateOf(EMPTY), first);
    expect(one && fold(one, four)).toBeNull();
    const two = one && fold(one, opened);
    expect(two && fold(two, five)).toBeNull();
    const three = two && fold(two, four);
    expect(three && fold(three, five)?.live.open?.text).toBe("Four five");
  });

  it("applies only the new part of a delta", () => {
    const state = foldAll(stateOf(EMPTY), [
      started,
      { id: "2", event: "block.opened", data: { turnId: "t1", blockId: "b1", index: 0, type: "text" } },
      { id: "2.2", event: "block.delta", data: { blockId: "b1", text: "🧭" } },
      { id: "2.5", event: "block.delta", data: { blockId: "b1", text: "🧭 NW".slice(0, 5) } },
    ]);
    expect(state.live.open?.text).toBe("🧭 NW");
    expect(cursorOf(state)).toEqual({ event: 2, offset: 5 });
  });

  it("discards the text of a block that is written again", () => {
    const state = foldAll(stateOf(EMPTY), [
      started,
      { id: "2", event: "block.opened", data: { turnId: "t1", blockId: "b1", index: 0, type: "text" } },
      { id: "2.4", event: "block.delta", data: { blockId: "b1", text: "Lost" } },
      { id: "3", event: "block.discarded", data: { blockId: "b1" } },
      { id: "4", event: "block.opened", data: { turnId: "t1", blockId: "b2", index: 0, type: "text" } },
      { id: "4.5", event: "block.delta", data: { blockId: "b2", text: "Found" } },
    ]);
    expect(state.live.open).toEqual({ turnId: "t1", blockId: "b2", index: 0, type: "text", text: "Found" });
  });

  it("keeps block identities that another tab knows", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (log, choice) => {
        const own = foldAll(stateOf(EMPTY), log.slice(0, choice % (log.length + 1)));
        const other = structuredClone(foldAll(stateOf(EMPTY), log));
        const both = adopt(own, other);
        expect(both.chat).toEqual(other.chat);
        for (const [index, turn] of own.chat.turns.entries()) {
          for (const [place, block] of turn.blocks.entries()) {
            expect(both.chat.turns[index]?.blocks[place]).toBe(block);
          }
        }
      }),
    );
  });
});
