import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonStyle, formatAlike, titledStyle } from "./numbers";

const alike = (...values: number[]) => {
  const style = commonStyle(values);
  return style && values.map((value) => formatAlike(value, style));
};

describe("numbers beside each other", () => {
  it("have the same decimals and the same unit", () => {
    expect(alike(632, 524, 47.3)).toEqual(["632", "524", "47"]);
    expect(alike(12.5, 8, 7.25)).toEqual(["12.5", "8.0", "7.3"]);
    expect(alike(3193, 3201)).toEqual(["3,193", "3,201"]);
    expect(alike(524_000, 9_500)).toEqual(["524.0k", "9.5k"]);
    expect(alike(12_300, -9_500, 0)).toEqual(["12.3k", "−9.5k", "0"]);
    expect(alike(27_361, 4_456, 107)).toEqual(["27,361", "4,456", "107"]);
    expect(alike(94_507, 94_120)).toEqual(["94,507", "94,120"]);
    expect(alike(94_512, 94_120, 88_311)).toEqual(["94.5k", "94.1k", "88.3k"]);
    expect(alike(40, 130, 75)).toEqual(["40", "130", "75"]);
  });

  it("have more decimals where they would look the same, and none that are not known", () => {
    expect(alike(101.2, 101.4)).toEqual(["101.2", "101.4"]);
    expect(alike(1, 2, 3)).toEqual(["1", "2", "3"]);
  });

  it("are whole where a unit would make them look the same", () => {
    expect(alike(1_462_910, 1_462_930, 1_462_955)).toEqual(["1,462,910", "1,462,930", "1,462,955"]);
    expect(alike(1_462_000, 1_475_000)).toEqual(["1.462M", "1.475M"]);
    expect(alike(0.123_456, 0.123_499)).toEqual(["0.123456", "0.123499"]);
  });

  it("are written on their own where the smallest would vanish", () => {
    expect(alike(1_000_000, 3)).toBeUndefined();
    expect(alike()).toBeUndefined();
    expect(alike(0, 0)).toBeUndefined();
  });

  it("differ in no more than the last decimal from what they stand for", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -9_999, max: 9_999, noNaN: true }), { minLength: 1 }), (values) => {
        const style = commonStyle(values);
        if (!style) return;
        const texts = values.filter((value) => value !== 0).map((value) => formatAlike(value, style));
        expect(new Set(texts.map((text) => text.split(".")[1]?.length ?? 0)).size).toBeLessThanOrEqual(1);
        for (const value of values) {
          const read = Number(formatAlike(value, style).replaceAll(",", "").replace("−", "-"));
          expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5 * 10 ** -style.decimals + 1e-9);
        }
      }),
    );
  });
});

describe("numbers below a title that says one of them", () => {
  const below = (title: string | undefined, ...values: number[]) => {
    const style = titledStyle(values, title);
    return style && values.map((value) => formatAlike(value, style));
  };

  it("have the title's decimals", () => {
    expect(below("The mean peaked at 59.96 in May", 59.956, 12.5)).toEqual(["59.96", "12.50"]);
    expect(below("Ganymede measures 2,634.1 km", 2634.1, 1821.6)).toEqual(["2,634.1", "1,821.6"]);
    expect(below("It fell to −59.96 °C", -59.956, 12.5)).toEqual(["−59.96", "12.50"]);
  });

  it("keep their own decimals where the title says none of them, or has fewer", () => {
    expect(below(undefined, 59.956, 12.5)).toEqual(["60.0", "12.5"]);
    expect(below("Version 2.75 sold best", 59.956, 12.5)).toEqual(["60.0", "12.5"]);
    expect(below("About 60 in May", 59.956, 12.5)).toEqual(["60.0", "12.5"]);
    expect(below("It sold most in 2 of 12 months", 524_000, 27_361, 3_000)).toEqual(["524.0k", "27.4k", "3.0k"]);
  });

  it("have all digits where the title has them", () => {
    expect(below("It sold 94,507 pieces", 524_000, 94_507.3)).toEqual(["524,000", "94,507"]);
    expect(below("India has 1,428,627,663 inhabitants", 1_428_627_663, 339_996_563)).toEqual([
      "1,428,627,663",
      "339,996,563",
    ]);
    expect(below("It sold 94,507 pieces", 94_507, 3)).toEqual(["94,507", "3"]);
    expect(below("It sold 94,507 pieces", 94_507, 0.004)).toBeUndefined();
  });
});
