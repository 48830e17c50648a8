import { expect, it } from "vitest";
import { isPlural, pluralOf, singularOf } from "./nouns";

it("distinguishes plurals from nouns that end in s", () => {
  expect(["sales", "cities", "boxes"].map(isPlural)).toEqual([true, true, true]);
  expect(["status", "class", "basis", "gas", "sale"].map(isPlural)).toEqual([false, false, false, false, false]);
});

it("forms the singular", () => {
  expect(["sales", "injuries", "boxes", "deaths", "status"].map(singularOf)).toEqual([
    ...["sale", "injury", "box", "death", "status"],
  ]);
});

it("forms the plural of the last word and leaves plurals and other scripts alone", () => {
  expect(["city", "US state", "branch", "moons", "day", "都市", "班级A1"].map(pluralOf)).toEqual([
    ...["cities", "US states", "branches", "moons", "days", "都市", "班级A1"],
  ]);
});
