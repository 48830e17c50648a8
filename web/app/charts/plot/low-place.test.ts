import { describe, expect, it } from "vitest";
import type { DrawRequest } from "../draw-request.ts";
import { drawSvg } from "../draw-svg.ts";
import { readTexts } from "../svg-texts.ts";

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

describe("ranked bars in a low place", () => {
  const countries = Array.from({ length: 25 }, (_, place) => `Country ${String.fromCharCode(65 + place)}`);
  const ranking: DrawRequest = {
    ...request,
    width: 340,
    spec: {
      title: { text: "", subtitle: "Population by country" },
      mark: "bar",
      encoding: {
        y: { field: "country", type: "nominal", sort: "-x" },
        x: { field: "population", type: "quantitative" },
      },
    },
    data: {
      columns: [
        { name: "country", type: "string" },
        { name: "population", type: "integer" },
      ],
      rows: countries.map((country, place) => [country, 900 - place * 20]),
    },
  };
  const namesIn = (svg: string) => [...svg.matchAll(/>(Country .)</g)].map(([, name]) => name);
  const omittedIn = (svg: string) => / data-omitted="([^"]*)"/.exec(svg)?.[1];

  it("come closer and keep all names where these have a line each", () => {
    const svg = drawSvg({ ...ranking, mostHeight: 500 });
    expect(heightOf(svg)).toBeLessThanOrEqual(500);
    expect(namesIn(svg)).toEqual(countries);
    expect(omittedIn(svg)).toBeUndefined();
  });

  it("are the first that fit, with what is left out said for the page", () => {
    const svg = drawSvg({ ...ranking, mostHeight: 320 });
    const names = namesIn(svg);
    // The page has a line of its own for what is left out.
    expect(heightOf(svg)).toBeLessThanOrEqual(300);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual(countries.slice(0, names.length));
    expect(omittedIn(svg)).toBe(`The largest ${names.length} of 25 are shown.`);
    expect(drawSvg(ranking)).not.toContain("data-omitted");
  });

  it("are the first that have room for their names in a thumbnail", () => {
    const svg = drawSvg({ ...ranking, width: 352, height: 204, isBare: false, isThumbnail: true });
    const names = namesIn(svg);
    expect(names.length).toBeGreaterThan(8);
    expect(names).toEqual(countries.slice(0, names.length));
    expect(svg).toContain(`>${900 - (names.length - 1) * 20}<`);
    expect(svg).not.toContain("data-omitted");
    for (const { left, content } of readTexts(svg).texts) expect(left, content).toBeGreaterThanOrEqual(0);
  });

  it("are all there where the title names one of the last, or their order isn't that of their values", () => {
    const titled = drawSvg({ ...ranking, title: "Country Y has the lowest population", mostHeight: 320 });
    expect(namesIn(titled)).toEqual(countries);
    const shuffled = countries.map((_, place) => countries[(place * 7) % 25] ?? "");
    const { x, y } = ranking.spec.encoding as Record<string, object>;
    const listed = drawSvg({
      ...ranking,
      spec: { ...ranking.spec, encoding: { x, y: { ...y, sort: shuffled } } } as DrawRequest["spec"],
      mostHeight: 320,
    });
    expect(namesIn(listed)).toEqual(shuffled);
  });
});

describe("plots without rows in a low place", () => {
  const line: DrawRequest = {
    ...request,
    width: 700,
    spec: {
      mark: "line",
      encoding: { x: { field: "month", type: "temporal" }, y: { field: "rain", type: "quantitative" } },
    },
    data: {
      columns: [
        { name: "month", type: "date" },
        { name: "island", type: "string" },
        { name: "rain", type: "number" },
      ],
      rows: months.flatMap((_, at) =>
        ["A", "B", "C", "D"].map((island) => [`2024-0${(at % 9) + 1}-01`, island, at * 9]),
      ),
    },
  };

  it("fill a high place where they are asked to", () => {
    const bars: DrawRequest = {
      ...line,
      spec: {
        mark: "bar",
        encoding: {
          x: { field: "island", type: "nominal" },
          y: { field: "rain", type: "quantitative", aggregate: "sum" },
          color: { field: "month", type: "temporal", timeUnit: "month" },
        },
      },
    };
    for (const plot of [line, bars]) {
      const place = { ...plot, width: 400, mostHeight: 380 };
      expect(heightOf(drawSvg(place))).toBeLessThan(360);
      const filling = heightOf(drawSvg({ ...place, fillsHeight: true }));
      expect(filling).toBeGreaterThan(370);
      expect(filling).toBeLessThanOrEqual(382);
    }
  });

  it("are lower, and panels are, too", () => {
    expect(heightOf(drawSvg(line))).toBeGreaterThan(340);
    expect(heightOf(drawSvg({ ...line, mostHeight: 260 }))).toBeLessThanOrEqual(262);
    const encoding = { ...(line.spec.encoding as object), facet: { field: "island", type: "nominal" } };
    const panels = { ...line, width: 380, spec: { ...line.spec, encoding } as DrawRequest["spec"] };
    expect(heightOf(drawSvg(panels))).toBeGreaterThan(400);
    expect(heightOf(drawSvg({ ...panels, mostHeight: 380 }))).toBeLessThanOrEqual(382);
  });
});
