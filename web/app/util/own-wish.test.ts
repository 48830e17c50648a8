import { expect, it } from "vitest";
import { isOwnWish } from "./own-wish";

it.each([
  [{ steps: 1, site: "cross-site" }, true],
  [{ steps: 0, site: "none" }, true],
  [{ steps: 0, site: "same-origin" }, true],
  [{ steps: 0, site: "same-site" }, false],
  [{ steps: 0, site: "cross-site" }, false],
  [{ steps: 0, site: undefined }, false],
])("page opened by %j counts as requested here: %s", (arrival, expected) => {
  expect(isOwnWish(arrival)).toBe(expected);
});

it("asks for a click where nothing is known", () => {
  expect(isOwnWish()).toBe(false);
});
