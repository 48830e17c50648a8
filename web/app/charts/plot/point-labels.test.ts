import { describe, expect, it } from "vitest";
import { drawSvg } from "../draw-svg.ts";
import { readTexts } from "../svg-texts.ts";

/** A yearly value that rises slowly from near the end of its axis. */
const rows = Array.from({ length: 65 }, (_, index) => [1959 + index, 316 + index * 1.2 + (index * index) / 148]);

describe("the value of the first point of a line", () => {
  it.each([300, 335, 420, 680])("covers no name of an axis at %i pixels", (width) => {
    const svg = drawSvg({
      kind: "plot",
      title: "CO2 rose between 1959 and 2023",
      theme: "light",
      width,
      isBare: true,
      spec: {
        mark: "line",
        encoding: {
          x: { field: "year", type: "quantitative", scale: { zero: false, nice: false }, axis: { format: "d" } },
          y: { field: "ppm", type: "quantitative", scale: { zero: false } },
        },
      },
      data: {
        columns: [
          { name: "year", type: "integer" },
          { name: "ppm", type: "number" },
        ],
        rows,
      },
    });
    const { texts } = readTexts(svg);
    const label = texts.find(({ content }) => content === "316");
    if (!label) throw new Error("no label");
    // The label has an outline of the background, which is a text of its own.
    const covered = texts.filter(
      (other) =>
        other.content !== label.content &&
        label.left < other.right &&
        other.left < label.right &&
        label.top < other.bottom &&
        other.top < label.bottom,
    );
    expect(covered.map(({ content }) => content)).toEqual([]);
  });
});
