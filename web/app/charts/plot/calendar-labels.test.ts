import { expect, it } from "vitest";
import { drawSvg } from "../draw-svg";
import { readTexts } from "../svg-texts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

it("leaves out every other month where not all have room", () => {
  const svg = drawSvg({
    kind: "plot",
    theme: "light",
    width: 300,
    height: 200,
    spec: {
      mark: "line",
      encoding: {
        x: { field: "month", type: "ordinal", sort: null },
        y: { field: "rain", type: "quantitative" },
      },
    },
    data: {
      columns: [
        { name: "month", type: "string" },
        { name: "rain", type: "number" },
      ],
      rows: months.map((month, place) => [month, place]),
    },
  });
  const labels = readTexts(svg)
    .texts.map(({ content }) => content)
    .filter((content) => months.includes(content));
  const places = labels.map((label) => months.indexOf(label));
  const steps = new Set(places.slice(1).map((place, index) => place - (places[index] ?? 0)));
  expect(steps.size).toBe(1);
});
