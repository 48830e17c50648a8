import { expect, it } from "vitest";
import { isOwnNavigation } from "./own-navigation";

it.each([
  [{ steps: 1, site: "cross-site" }, true],
  [{ steps: 0, site: "none" }, true],
  [{ steps: 0, site: "same-origin" }, true],
  [{ steps: 0, site: "same-site" }, false],
  [{ steps: 0, site: "cross-site" }, false],
  [{ steps: 0, site: undefined }, false],
])("page opened by %j counts as requested by the user: %s", (arrival, expected) => {
  expect(isOwnNavigation(arrival)).toBe(expected);
});

it("requires a click when the origin is unknown", () => {
  expect(isOwnNavigation()).toBe(false);
});
