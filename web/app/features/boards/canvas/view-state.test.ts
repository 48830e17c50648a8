import { expect, it } from "vitest";
import { dotGap } from "./dots";
import { createViewState, distanceOf } from "./view-state";

function withFrames() {
  const asked: ((time: number) => void)[] = [];
  const view = createViewState((callback) => asked.push(callback));
  let time = 0;
  return {
    view,
    next: (later = 16) => {
      time += later;
      asked.shift()?.(time);
    },
  };
}

it("shows a few at a time, and fewer while the sheet moves", () => {
  const { view, next } = withFrames();
  const shown: number[] = [];
  for (let each = 0; each < 20; each += 1) view.wait(() => shown.push(each));
  view.isMoving.set(true);
  next();
  expect(shown).toEqual([0]);
  view.isMoving.set(false);
  next();
  expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it("waits while frames are late and the sheet moves, but not for long", () => {
  const { view, next } = withFrames();
  let shown = 0;
  for (let each = 0; each < 20; each += 1) view.wait(() => (shown += 1));
  view.isMoving.set(true);
  const after = (milliseconds: number) => {
    next(milliseconds);
    return shown;
  };
  expect([16, 16, 40, 40, 16, 40, 300].map(after)).toEqual([1, 2, 2, 2, 3, 3, 4]);
  view.isMoving.set(false);
  expect(after(60)).toBe(10);
});

it("shows nothing of what has left, and nothing from afar until one is near again", () => {
  const { view, next } = withFrames();
  const shown: string[] = [];
  view.distance.set("far");
  view.wait(() => shown.push("left"))();
  view.wait(() => shown.push("stayed"));
  next();
  expect(shown).toEqual([]);
  view.distance.set("near");
  next();
  expect(shown).toEqual(["stayed"]);
});

it("tells how near one looks, and keeps dots apart", () => {
  expect([1, 0.3, 0.2, 0.05].map(distanceOf)).toEqual(["near", "near", "far", "farthest"]);
  for (const zoom of [0.05, 0.1, 0.33, 1]) expect(dotGap(zoom)).toBeGreaterThanOrEqual(18);
  expect(dotGap(2)).toBe(56);
});
