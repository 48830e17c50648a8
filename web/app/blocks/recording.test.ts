import { expect, it } from "vitest";
import { decodeRecorded } from "../stream/decode.ts";
import { fold, stateOf } from "../stream/fold.ts";
import recording from "./fixtures/recording.json";

it("front page recording plays to its end without a gap", () => {
  let state = stateOf({ id: "recording", title: "", lastEventId: 0, turns: [] });
  for (const event of recording.events) {
    const next = fold(state, decodeRecorded(event));
    // An event may repeat what is known; only a gap leaves later events unread.
    if (next !== null) state = next;
  }
  const [turn] = state.chat.turns;
  expect(turn?.outcome).toBe("completed");
  expect(turn?.blocks.map(({ type }) => type)).toContain("chart");
});
