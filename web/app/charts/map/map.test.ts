import { beforeAll, describe, expect, it } from "vitest";
import type { Cell, JsonObject } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { readTexts } from "../svg-texts";
import { categorize, classify } from "./classes";
import { isMap } from "./map-spec";
import { findPlace } from "./places";
import places from "./places.json";
import { loadWorld, worldShapes } from "./world";

beforeAll(loadWorld);

const spec: JsonObject = {
  mark: "geoshape",
  encoding: { shape: { field: "country", type: "geojson" }, color: { field: "value", type: "quantitative" } },
};

function draw(rows: Cell[][]): string {
  const columns = [
    { name: "country", type: "string" as const },
    { name: "value", type: "number" as const },
  ];
  return drawSvg({ kind: "plot", spec, data: { columns, rows }, theme: "light", hasMarks: true });
}

describe("a place", () => {
  it.each(["Germany", "germany", "DE", "DEU", "276", "Federal Republic of Germany"])("is found as %s", (name) => {
    if (name.startsWith("Federal")) expect(findPlace(name)).toBeUndefined();
    else expect(findPlace(name)?.name).toBe("Germany");
  });

  it.each([
    ["USA", "United States of America"],
    ["UK", "United Kingdom"],
    ["Cote d'Ivoire", "Côte d'Ivoire"],
    ["Czech Republic", "Czechia"],
    ["Korea, Rep.", "South Korea"],
    ["Congo", "Congo"],
    ["Democratic Republic of the Congo", "DR Congo"],
    ["St. Lucia", "Saint Lucia"],
    ["4", "Afghanistan"],
  ])("is found by its other name %s", (name, place) => {
    expect(findPlace(name)?.name).toBe(place);
  });

  it("has a shape of its own, or none", () => {
    const shapes = places.map((place) => place[4] as number).filter((shape) => shape >= 0);
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(Math.max(...shapes)).toBeLessThan(worldShapes().length);
    expect(worldShapes()[findPlace("Kenya")?.shape ?? -1]?.properties).toEqual({ name: "Kenya" });
  });
});

describe("a map", () => {
  it("names what it does not know, and tells a missing value from a small one", () => {
    const svg = draw([
      ["Kenya", 3],
      ["Uganda", null],
      ["Atlantis", 5],
    ]);
    const { texts } = readTexts(svg);
    expect(texts.map((text) => text.content)).toEqual(expect.arrayContaining(["no data", "Not on the map: Atlantis."]));
    expect(svg).toContain('aria-label="Kenya: 3"');
    expect(svg).toContain('aria-label="Uganda: no data"');
  });

  it("is a specification with shapes or with degrees", () => {
    expect(isMap(spec)).toBe(true);
    expect(isMap({ mark: "circle", encoding: { longitude: { field: "x" }, latitude: { field: "y" } } })).toBe(true);
    expect(isMap({ mark: "point", encoding: { x: { field: "x" } } })).toBe(false);
  });
});

describe("the classes of a map", () => {
  it("have limits between which every value falls", () => {
    const values = [1, 2, 3, 5, 8, 13, 400];
    const { classes, colorOf } = classify(values, "light");
    const colors = classes.map((each) => each.color);
    expect(new Set(colors).size).toBe(colors.length);
    for (const value of values) expect(colors).toContain(colorOf(value));
    expect(colorOf(null)).toBeUndefined();
  });

  it("turn at zero where there is less and more", () => {
    const { colorOf } = classify([-4, -1, 1, 4], "light");
    expect(colorOf(-0.5)).not.toBe(colorOf(0.5));
  });

  it("keep the rare categories together", () => {
    const { classes } = categorize(
      Array.from({ length: 20 }, (_, index) => `category ${index}`),
      "dark",
    );
    expect(classes.at(-1)?.label).toBe("12 others");
  });
});

describe("the parts of a map that can be edited", () => {
  const parts = (rows: Cell[][], color: JsonObject) => {
    const columns = [
      { name: "country", type: "string" as const },
      { name: "value", type: typeof rows[0]?.[1] === "number" ? ("number" as const) : ("string" as const) },
    ];
    const encoding = { shape: { field: "country", type: "geojson" }, color };
    const drawn = { mark: "geoshape", encoding } satisfies JsonObject;
    const svg = drawSvg({
      kind: "plot",
      spec: drawn,
      data: { columns, rows },
      theme: "light",
      hasMarks: true,
      hasHandles: true,
    });
    return [...svg.matchAll(/data-target="([^"]*)"/g)].map(([, target = ""]) =>
      JSON.parse(target.replaceAll("&quot;", '"')),
    );
  };

  it("are its legend and each named entry", () => {
    const rows = [
      ["Germany", "member"],
      ["Norway", "guest"],
    ];
    expect(parts(rows, { field: "value", type: "nominal" })).toEqual([
      { on: "legend" },
      { on: "value", channel: "color", value: "member" },
      { on: "value", channel: "color", value: "guest" },
    ]);
  });

  it("are the legend alone where colors are ranges", () => {
    const rows = [
      ["Germany", 5],
      ["Norway", 9],
    ];
    expect(parts(rows, { field: "value", type: "quantitative" })).toEqual([{ on: "legend" }]);
  });
});
