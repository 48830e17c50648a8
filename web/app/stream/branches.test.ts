import { describe, expect, it } from "vitest";
import { pathTo } from "./branches.ts";
import type { Turn } from "./chat.ts";

function turn(turnId: string, parentTurnId: string | null): Turn {
  return {
    turnId,
    parentTurnId,
    message: { text: turnId, sourceIds: [] },
    model: "built-in",
    outcome: "completed",
    blocks: [],
    metered: { inputTokens: 0, outputTokens: 0, credits: 0 },
    startedAt: "2026-01-02T03:04:05Z",
    finishedAt: "2026-01-02T03:04:06Z",
  };
}

/** The ids on the way, each with its place among its siblings. */
function shown(turns: Turn[], chosen: string | null): string[] {
  return pathTo(turns, chosen).map(
    ({ turn, siblings }) => `${turn.turnId} ${siblings.indexOf(turn) + 1}/${siblings.length}`,
  );
}

describe("the path through a chat's branches", () => {
  const turns = [turn("a", null), turn("b", "a"), turn("c", "b"), turn("b2", "a"), turn("c2", "b2"), turn("a2", null)];

  it("ends at the newest turn", () => {
    expect(shown(turns, null)).toEqual(["a2 2/2"]);
    expect(shown(turns.slice(0, 5), null)).toEqual(["a 1/1", "b2 2/2", "c2 1/1"]);
  });

  it("follows the selected turn to its newest descendant", () => {
    expect(shown(turns, "b")).toEqual(["a 1/2", "b 1/2", "c 1/1"]);
    expect(shown(turns, "a")).toEqual(["a 1/2", "b2 2/2", "c2 1/1"]);
  });

  it("starts at the first loaded turn when earlier ones aren't loaded", () => {
    expect(shown(turns.slice(1, 5), null)).toEqual(["b2 2/2", "c2 1/1"]);
  });

  it("lists no siblings for turns whose parents aren't loaded", () => {
    expect(shown([turn("x", "lost"), turn("y", "x"), turn("r", null)], "y")).toEqual(["x 1/1", "y 1/1"]);
  });

  it("is empty in an empty chat", () => {
    expect(shown([], null)).toEqual([]);
  });
});
