import { readStored, writeStored } from "./stored";

/** How many meaningful interactions lie between two looks at the clock. */
const interactionsPerCheck = 5;
const dayMs = 86_400_000;
const storageKey = "portolan-feedback-opened";

let interactions = 0;
let isDue = false;

/** To be called when the feedback window opens. */
export function feedbackOpened(now: number = Date.now()): void {
  isDue = false;
  writeStored(storageKey, String(now));
}

/** When the feedback window was last opened, in milliseconds since 1970; null before the first time. */
export function lastFeedbackOpening(): number | null {
  const stored = Number(readStored(storageKey) ?? "");
  return Number.isFinite(stored) && stored > 0 ? stored : null;
}

/**
 * Counts something that people came for: a question, a rating, a link that is shared. Every fifth checks whether the
 * feedback window was last open more than a day ago. Nothing is opened by it: no one is interrupted in their work.
 */
export function countInteraction(now: number = Date.now()): void {
  interactions += 1;
  if (interactions % interactionsPerCheck === 0) isDue = now - (lastFeedbackOpening() ?? 0) > dayMs;
}

/** Result of the last check. */
export function isFeedbackDue(): boolean {
  return isDue;
}
