import { beforeEach, describe, expect, it } from "vitest";
import { countInteraction, feedbackOpened, isFeedbackDue } from "./feedback-prompt";

const day = 86_400_000;
const count = (times: number, now: number) => {
  for (let time = 0; time < times; time += 1) countInteraction(now);
};

describe("the feedback prompt", () => {
  beforeEach(() => localStorage.clear());

  it("checks at every fifth interaction whether a day has passed", () => {
    feedbackOpened(1_000);
    count(4, 1_000 + 2 * day);
    expect(isFeedbackDue()).toBe(false);
    count(1, 1_000 + 2 * day);
    expect(isFeedbackDue()).toBe(true);
    feedbackOpened(1_000 + 2 * day);
    expect(isFeedbackDue()).toBe(false);
    count(5, 1_000 + 3 * day);
    expect(isFeedbackDue()).toBe(false);
    count(5, 1_001 + 3 * day);
    expect(isFeedbackDue()).toBe(true);
  });
});
