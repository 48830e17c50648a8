import { expect, it } from "vitest";
import { drawSvg } from "../draw-svg";
import { readTexts } from "../svg-texts";

it("ends an axis where its author says, and clips what is beyond", () => {
  const svg = drawSvg({
    kind: "plot",
    theme: "light",
    width: 600,
    spec: {
      mark: "line",
      encoding: {
        x: { field: "year", type: "quantitative", axis: { format: "d" } },
        y: { field: "rain", type: "quantitative", scale: { domainMin: 10, domainMax: 40 } },
      },
    },
    data: {
      columns: [
        { name: "year", type: "integer" },
        { name: "rain", type: "number" },
      ],
      rows: [
        [2000, 12],
        [2001, 95],
        [2002, 33],
      ],
    },
  });
  const labels = readTexts(svg).texts.map(({ content }) => content);
  expect(labels).toEqual(expect.arrayContaining(["10", "40"]));
  expect(labels).not.toContain("60");
  expect(labels).not.toContain("0");
  expect(svg).toContain("clip-path");
});
