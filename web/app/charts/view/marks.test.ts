import { describe, expect, it } from "vitest";
import { markAt, readMarks, type ShownMark, type Step, stepFrom } from "./marks";

/** Two rows of three marks, each ten wide, twenty apart. */
const marks: ShownMark[] = [0, 1].flatMap((row) =>
  [0, 1, 2].map((column) => ({
    label: `${row}/${column}`,
    left: column * 20,
    right: column * 20 + 10,
    top: row * 20,
    bottom: row * 20 + 10,
  })),
);

describe("a pointer over slices", () => {
  const ring = { x: 100, y: 100, inner: 50, outer: 90 };
  const slice = (label: string, start: number, end: number, at: number): ShownMark => ({
    label,
    left: at,
    right: at + 10,
    top: 0,
    bottom: 10,
    slice: { ...ring, start, end },
  });
  const slices = [slice("large", 0, 1.5 * Math.PI, 300), slice("small", 1.5 * Math.PI, 2 * Math.PI, 400)];

  it.each<[string, number, number, string | undefined]>([
    ["right of the center", 170, 100, "large"],
    ["at the upper left", 50, 50, "small"],
    ["in the hole", 100, 100, undefined],
    ["outside", 5, 5, undefined],
  ])("%s means the slice there", (_where, x, y, label) => {
    const found = markAt(slices, x, y);
    expect(found === undefined ? undefined : slices[found]?.label).toBe(label);
  });
});

describe("a walk through marks", () => {
  it.each<[number | undefined, Step, number]>([
    [undefined, "next", 0],
    [undefined, "previous", 5],
    [0, "next", 1],
    [5, "next", 5],
    [0, "previous", 0],
    [1, "below", 4],
    [4, "above", 1],
    [4, "below", 4],
    [3, "first", 0],
    [1, "last", 5],
    [undefined, "ahead", 0],
    [undefined, "back", 5],
    [1, "ahead", 2],
    [5, "ahead", 5],
    [0, "back", 0],
  ])("from %s to the %s is %s", (at, step, to) => {
    expect(stepFrom(marks, at, step)).toBe(to);
  });

  it("goes by tenths where there are many", () => {
    const many = Array.from({ length: 95 }, () => marks[0]).filter((mark) => mark !== undefined);
    expect([stepFrom(many, 3, "ahead"), stepFrom(many, 50, "back")]).toEqual([13, 40]);
  });

  it("leads nowhere without marks", () => {
    expect(stepFrom([], undefined, "next")).toBeUndefined();
  });
});

describe("a pointer", () => {
  it("means the mark below it, or the nearest one", () => {
    expect(markAt(marks, 5, 5)).toBe(0);
    expect(markAt(marks, 13, 5)).toBe(0);
    expect(markAt(marks, 200, 200)).toBeUndefined();
  });

  it("means the smaller one of two", () => {
    const around = { label: "around", left: -50, right: 100, top: -50, bottom: 100 };
    expect(markAt([around, ...marks], 25, 25)).toBe(5);
  });
});

it("reads the symbols of a drawing where its frame put them", () => {
  const markup =
    '<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(16,40.5)"><rect role="graphics-symbol" aria-label="A: 1" x="4" y="5" width="6" height="7" fill="none"/></g></svg>';
  const svg = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement as unknown as SVGSVGElement;
  expect(readMarks(svg)).toEqual([{ label: "A: 1", left: 20, top: 45.5, right: 26, bottom: 52.5 }]);
});
