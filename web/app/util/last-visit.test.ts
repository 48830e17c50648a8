import { beforeEach, expect, it } from "vitest";
import { beginVisit, isDuring, noteSeen } from "./last-visit";

const minute = 60_000;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("knows no absence on the first visit", () => {
  expect(beginVisit(0)).toBeNull();
  expect(beginVisit(5 * minute)).toBeNull();
});

it("returns the absence for the whole of the visit that follows it", () => {
  beginVisit(0);
  noteSeen(10 * minute);
  const absence = { from: 10 * minute, to: 100 * minute };
  expect(beginVisit(100 * minute)).toEqual(absence);
  expect(beginVisit(110 * minute)).toEqual(absence);
  expect(beginVisit(500 * minute)).toEqual({ from: 110 * minute, to: 500 * minute });
});

it("tells what happened during the absence from what came before and after", () => {
  const absence = { from: Date.parse("2026-11-20T08:00:00Z"), to: Date.parse("2026-11-21T08:00:00Z") };
  expect(isDuring(absence, "2026-11-20T12:00:00Z")).toBe(true);
  expect(isDuring(absence, "2026-11-20T07:59:00Z")).toBe(false);
  expect(isDuring(absence, "2026-11-21T08:01:00Z")).toBe(false);
});
