import { describe, expect, it } from "vitest";
import { isValidAddress } from "./page-address";

describe("the address of a page", () => {
  it("contains ids of items and usernames of users", () => {
    expect(isValidAddress({ chartId: "019b0000-0000-7000-8000-00000000000f" })).toBe(true);
    expect(isValidAddress({})).toBe(true);
    expect(isValidAddress({ username: "é!" })).toBe(true);
    for (const chartId of ["a chart", "../c1", "c1.svg", "", "c".repeat(65)]) {
      expect([chartId, isValidAddress({ chartId })]).toEqual([chartId, false]);
    }
  });
});
