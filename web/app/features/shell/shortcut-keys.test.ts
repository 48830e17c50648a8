import { describe, expect, it } from "vitest";
import { advanceChain, chains } from "./shortcut-keys";

/** Returns the target of a key sequence with the given delays in milliseconds. */
function press(...keys: [key: string, afterMs: number][]): string | null {
  let progress: ReturnType<typeof advanceChain>["progress"] = null;
  let at = 0;
  let to: string | null = null;
  for (const [key, afterMs] of keys) {
    at += afterMs;
    const next = advanceChain(progress, key, at);
    progress = next.progress;
    to = next.chain?.to ?? null;
  }
  return to;
}

describe("a key sequence", () => {
  it("navigates if typed within 800 ms", () => {
    expect(press(["g", 0], ["c", 800])).toBe("/charts");
    expect(press(["g", 0], ["c", 801])).toBeNull();
  });

  it("starts over with a key that doesn't match", () => {
    expect(press(["g", 0], ["x", 10], ["c", 10])).toBeNull();
    expect(press(["g", 0], ["g", 700], ["s", 700])).toBe("/settings");
    expect(press(["c", 0])).toBeNull();
  });

  it("has keys that no other sequence has", () => {
    expect(new Set(chains.map(({ keys }) => keys.join())).size).toBe(chains.length);
  });
});
