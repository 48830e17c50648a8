import { expect, it } from "vitest";
import { pluralOf } from "./nouns";

it("forms the plural of the last word and leaves plurals and other scripts alone", () => {
  expect(["city", "US state", "branch", "moons", "day", "gas", "都市", "班级A1"].map(pluralOf)).toEqual([
    ...["cities", "US states", "branches", "moons", "days", "gases", "都市", "班级A1"],
  ]);
});
