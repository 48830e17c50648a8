import { describe, expect, it } from "vitest";
import type { DrawRequest } from "../draw-request.ts";
import { drawSvg } from "../draw-svg.ts";

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"];
const islands = ["Skye", "Mull", "Islay"];

const request: DrawRequest = {
  kind: "plot",
  theme: "light",
  width: 320,
  isBare: true,
  spec: {
    mark: "bar",
    encoding: {
      y: { field: "place", type: "nominal", sort: null },
      x: { field: "rain", type: "quantitative" },
      yOffset: { field: "island", type: "nominal" },
      color: { field: "island", type: "nominal" },
    },
  },
  data: {
    columns: [
      { name: "place", type: "string" },
      { name: "island", type: "string" },
      { name: "rain", type: "number" },
    ],
    rows: months.flatMap((month, at) => islands.map((island, place) => [`${month} town`, island, 40 + at * 9 + place])),
  },
};

const heightOf = (svg: string) => Number(/ height="(\d+)"/.exec(svg)?.[1]);

describe("grouped bars in a low place", () => {
  it("become lower and keep every label", () => {
    const wanted = drawSvg(request);
    const low = drawSvg({ ...request, mostHeight: 390 });
    expect(heightOf(wanted)).toBeGreaterThan(500);
    expect(heightOf(low)).toBeLessThan(430);
    for (const month of months) expect(low).toContain(`>${month} town<`);
  });

  it("keep the height that labels need", () => {
    const least = drawSvg({ ...request, mostHeight: 50 });
    expect(heightOf(least)).toBeGreaterThan(200);
    for (const month of months) expect(least).toContain(`>${month} town<`);
  });
});
