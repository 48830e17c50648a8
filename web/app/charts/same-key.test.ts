import { expect, it } from "vitest";
import { labelOfKey } from "./same-key";

it("names a mark with the digits and thousands that its table has", () => {
  expect(labelOfKey({ moon: "Titan", "Radius km": 2574.7, Visitors: 12500, year: 2004, note: null })).toBe(
    "moon: Titan; Radius km: 2,574.7; Visitors: 12,500; year: 2004; note: missing",
  );
});
