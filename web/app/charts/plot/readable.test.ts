import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { DrawRequest } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { readFlow } from "../kinds/flow-graph";
import { loadWorld } from "../map/world";
import { readTexts, type TextBox } from "../svg-texts";
import { calendarOrder, numberedOrder } from "./order";

beforeAll(loadWorld);

function draw(name: string, width = 680): string {
  const file = join(import.meta.dirname, "../gallery", `${name}.json`);
  return drawSvg({ ...(JSON.parse(readFileSync(file, "utf8")) as DrawRequest), theme: "light", width });
}

const textsOf = (name: string, width?: number) => readTexts(draw(name, width)).texts;
const contents = (name: string, width?: number) => textsOf(name, width).map(({ content }) => content);
const found = (texts: TextBox[], content: string) => texts.find((each) => each.content === content) as TextBox;

describe("names", () => {
  it("stand in the order of their numbers and periods", () => {
    expect(numberedOrder(["Line 10", "Line 2", "Line 1"])).toEqual(["Line 1", "Line 2", "Line 10"]);
    expect(numberedOrder(["Line 10", "Track 2"])).toBeUndefined();
    expect(calendarOrder(["2020s", "1950s", "1990s"])).toEqual(["1950s", "1990s", "2020s"]);
    expect(calendarOrder(["Q1 2024", "Q4 2023"])).toEqual(["Q4 2023", "Q1 2024"]);
    expect(calendarOrder(["2024 Q2", "Winter"])).toBeUndefined();
    const lines = contents("heat-map-large").filter((each) => each.startsWith("Line "));
    expect(lines).toEqual(lines.map((_, index) => `Line ${index + 1}`));
  });

  it("are all there where there is little room", () => {
    for (const width of [340, 680]) {
      expect(contents("layer-rule", width)).toEqual(
        expect.arrayContaining(["Ahaus", "Bruck", "Celle", "Doorn", "Essen", "Fulda", "Gera"]),
      );
    }
  });

  it("of columns are written for people, also in repeated panels", () => {
    expect(contents("repeat")).toEqual(expect.arrayContaining(["Age", "Weight", "Pulse"]));
  });
});

describe("bars beside each other", () => {
  it("stand in the order of their key", () => {
    const texts = textsOf("bar-grouped");
    expect(found(texts, "Women").left).toBeLessThan(found(texts, "Men").left);
    expect(found(texts, "158k").left).toBeLessThan(found(texts, "141k").left);
    const lying = textsOf("bar-grouped-lying");
    expect(found(lying, "Munich").left).toBeLessThan(found(lying, "Leipzig").left);
    expect(found(lying, "1,620").top).toBeLessThan(found(lying, "780").top);
  });
});

describe("labels at the corner of a plot", () => {
  const request: DrawRequest = {
    kind: "plot",
    title: "Visitors by year",
    theme: "light",
    spec: {
      mark: "line",
      encoding: { x: { field: "year", type: "temporal" }, y: { field: "visitors", type: "quantitative" } },
    },
    data: {
      columns: [
        { name: "year", type: "date" },
        { name: "visitors", type: "integer" },
      ],
      rows: [2016, 2017, 2018, 2019].map((year, place) => [`${year}-01-01`, 20 + 30 * place]),
    },
  };

  it.each([340, 680])("don't touch at a width of %d", (width) => {
    const { texts } = readTexts(drawSvg({ ...request, width }));
    const [zero, first] = [found(texts, "0"), found(texts, "2016")];
    expect(first.top - zero.bottom).toBeGreaterThanOrEqual(5);
  });
});

describe("panels of lying bars", () => {
  const goods = [
    ..."Copiers Phones Accessories Paper Binders Chairs Storage Appliances Furnishings Envelopes".split(" "),
    ..."Art Labels Machines Fasteners Supplies Bookcases Tables Lamps".split(" "),
  ];
  const request: DrawRequest = {
    kind: "plot",
    title: "Average discount and total profit by goods",
    theme: "light",
    spec: {
      mark: "bar",
      resolve: { scale: { x: "independent", y: "independent" } },
      encoding: {
        facet: { field: "Measure", type: "nominal", title: null },
        y: { field: "Goods", type: "nominal", sort: "-x" },
        x: { field: "Value", type: "quantitative", title: "Value" },
      },
    },
    data: {
      columns: [
        { name: "Goods", type: "string" },
        { name: "Measure", type: "string" },
        { name: "Value", type: "number" },
      ],
      rows: goods.flatMap((name, place) => [
        [name, "Average discount", 0.1 + place / 50],
        [name, "Total profit", 50_000 - place * 6_000],
      ]),
    },
  };

  it.each([340, 680])("show every name at a width of %d without overlaps", (width) => {
    const { texts } = readTexts(drawSvg({ ...request, width }));
    for (const name of goods) {
      const labels = texts.filter(({ content }) => content === name);
      expect(labels, name).toHaveLength(2);
      for (const label of labels) {
        const isNear = (other: TextBox) => other !== label && other.left < label.right && label.left < other.right;
        const next = texts.find((other) => isNear(other) && other.top > label.top && other.top < label.bottom - 1);
        expect(next?.content, `below ${name}`).toBeUndefined();
      }
    }
  });

  it("are named for their measures and not for the column of values", () => {
    const contents = readTexts(drawSvg({ ...request, width: 680 })).texts.map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining(["Average discount", "Total profit"]));
    expect(contents).not.toContain("Value");
  });
});

describe("lines", () => {
  it("begin at the same value whether their names are in a key or at their ends", () => {
    for (const width of [340, 680]) expect(contents("line-dash", width)).toContain("0");
  });

  it("show their dashes", () => {
    expect(draw("line-dash")).toMatch(/<path[^>]*stroke-dasharray="7,4"/);
    expect(draw("line-dash")).not.toMatch(/<path[^>]*stroke-linecap="round"[^>]*stroke-dasharray="7,4"/);
  });
});

describe("points", () => {
  it("of several columns have a key, and an axis that is called as it was written", () => {
    expect(contents("dumbbell")).toEqual(expect.arrayContaining(["Women", "Men", "Hourly pay, euros"]));
    expect(contents("dumbbell").filter((each) => each === "Women")).toHaveLength(1);
  });

  it("on a logarithmic axis stand over powers of ten and what lies evenly between them", () => {
    expect(contents("bubble")).toEqual(expect.arrayContaining(["1,000", "2,000", "5,000", "10k", "20k", "50k"]));
  });

  it("keep their height where keys take much room", () => {
    const texts = textsOf("bubble", 340);
    expect(found(texts, "60").top - found(texts, "85").top).toBeGreaterThan(80);
  });

  it("beside their names have no key that repeats these", () => {
    expect(contents("strip-jitter").filter((each) => each === "Night")).toHaveLength(1);
  });

  it("on a map are not covered by the names of others", () => {
    const texts = textsOf("map-ports");
    // The point of Mallorca is between the two names.
    expect(found(texts, "Mallorca").left - found(texts, "Valencia").right).toBeGreaterThan(12);
  });
});

describe("the values in a heat map", () => {
  it("are written in the ink that is read better on their cells", () => {
    const svg = draw("heat-map");
    const inkOf = (value: string) => new RegExp(`<text[^>]* fill="(#[\\da-f]+)"[^>]*>${value}</text>`).exec(svg)?.[1];
    expect([inkOf("24"), inkOf("77"), inkOf("130")]).toEqual(["#10201a", "#10201a", "#ffffff"]);
  });
});

describe("the steps of a flow", () => {
  it("stand in the order in which they were given", () => {
    const texts = textsOf("flow-wide");
    expect(found(texts, "Billing").top).toBeLessThan(found(texts, "Returns").top);
  });

  it("are joined once by an arrow that was said twice", () => {
    const edge = { source: "a", target: "b", label: "then" };
    const nodes = [{ id: "a" }, { id: "b" }];
    expect(readFlow({ nodes, edges: [edge, edge, { ...edge, label: "or" }] }).edges).toHaveLength(2);
  });
});
