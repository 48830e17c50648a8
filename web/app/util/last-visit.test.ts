import { beforeEach, expect, it } from "vitest";
import { beginVisit, isDuring, recordVisit } from "./last-visit";

const minute = 60_000;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("reports no absence on the first visit", () => {
  expect(beginVisit(0)).toBeNull();
  expect(beginVisit(5 * minute)).toBeNull();
});

it("returns the absence throughout the following visit", () => {
  beginVisit(0);
  recordVisit(10 * minute);
  const absence = { from: 10 * minute, to: 100 * minute };
  expect(beginVisit(100 * minute)).toEqual(absence);
  expect(beginVisit(110 * minute)).toEqual(absence);
  expect(beginVisit(500 * minute)).toEqual({ from: 110 * minute, to: 500 * minute });
});

it("distinguishes changes during the absence from earlier and later ones", () => {
  const absence = { from: Date.parse("2026-11-20T08:00:00Z"), to: Date.parse("2026-11-21T08:00:00Z") };
  expect(isDuring(absence, "2026-11-20T12:00:00Z")).toBe(true);
  expect(isDuring(absence, "2026-11-20T07:59:00Z")).toBe(false);
  expect(isDuring(absence, "2026-11-21T08:01:00Z")).toBe(false);
});
