import { describe, expect, it } from "vitest";
import type { Cell, DrawRequest } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { other } from "../palette";
import { readTexts } from "../svg-texts";
import { tokens } from "../theme";

const { accent } = tokens.light;
const gray = other.light;

function draw(title: string, request: Pick<DrawRequest, "spec" | "data">): string {
  return drawSvg({ kind: "plot", title, theme: "light", width: 680, isBare: true, ...request });
}

const fruit: Cell[][] = [
  ["Apples", 12],
  ["New York apples", 9],
  ["Pears", 8],
  ["Plums", 3],
];
const bars = (title: string, mark: DrawRequest["spec"] = { type: "bar" }) =>
  draw(title, {
    spec: {
      mark,
      encoding: { x: { field: "fruit", type: "nominal" }, y: { field: "exports", type: "quantitative" } },
    },
    data: {
      columns: [
        { name: "fruit", type: "string" },
        { name: "exports", type: "integer" },
      ],
      rows: fruit,
    },
  });
const count = (svg: string, color: string) => svg.split(`fill="${color}"`).length - 1;

const names = ["Oslo", "Bergen", "Narvik", "Hammerfest"];
const lines = (title: string, scheme?: string) =>
  draw(title, {
    spec: {
      mark: "line",
      encoding: {
        x: { field: "year", type: "quantitative" },
        y: { field: "rain", type: "quantitative" },
        color: { field: "city", type: "nominal", ...(scheme && { scale: { scheme } }) },
      },
    },
    data: {
      columns: [
        { name: "year", type: "integer" },
        { name: "city", type: "string" },
        { name: "rain", type: "number" },
      ],
      rows: names.flatMap((name, place) => [2000, 2001, 2002].map((year) => [year, name, place * 10 + (year % 3)])),
    },
  });

/** Rain of four years, by default highest in the second. */
const line = (title: string, rain = [11.5, 42.5, 23.5, 34.5]) =>
  draw(title, {
    spec: {
      mark: "line",
      encoding: { x: { field: "day", type: "temporal" }, y: { field: "rain", type: "quantitative" } },
    },
    data: {
      columns: [
        { name: "day", type: "date" },
        { name: "rain", type: "number" },
      ],
      rows: rain.map((value, place) => [`${2_000 + place}-01-01`, value]),
    },
  });

describe("the bar that a title names", () => {
  it("has the accent, and the others are gray", () => {
    const svg = bars("Pears bring in less than Apples from anywhere, Plums little");
    expect(count(svg, gray)).toBe(0);
    const one = bars("Pears sell best abroad");
    expect([count(one, accent), count(one, gray)]).toEqual([1, 3]);
  });

  it("is found by its whole name", () => {
    const svg = bars("New York apples fetch more every year");
    expect([count(svg, accent), count(svg, gray)]).toEqual([1, 3]);
    expect(count(bars("Pearshaped exports"), gray)).toBe(0);
    expect(count(bars("The largest of all plums are exported"), gray)).toBe(0);
  });

  it("has the same accent as another one that it is compared with", () => {
    const svg = bars("Pears bring in more than Plums");
    expect([count(svg, accent), count(svg, gray)]).toEqual([2, 2]);
  });

  it("is none where the title names it as the beginning of a period", () => {
    const years = (title: string) =>
      draw(title, {
        spec: {
          mark: "bar",
          encoding: { x: { field: "year", type: "ordinal" }, y: { field: "turnover", type: "quantitative" } },
        },
        data: {
          columns: [
            { name: "year", type: "integer" },
            { name: "turnover", type: "number" },
          ],
          rows: [2015, 2016, 2017, 2018].map((year) => [year, (year - 2010) * 7]),
        },
      });
    expect(count(years("Turnover fell short in 2017"), gray)).toBe(3);
    for (const period of ["since 2015", "from 2015 to 2018", "between 2015 and 2018", "until 2018"]) {
      expect(count(years(`Turnover has tripled ${period}`), gray)).toBe(0);
    }
  });

  it("keeps the color that its author chose", () => {
    expect(count(bars("Pears sell best abroad", { type: "bar", color: "#336699" }), gray)).toBe(0);
  });
});

describe("the line that a title names", () => {
  it("has the accent above gray ones", () => {
    const svg = lines("Narvik is getting wetter");
    expect(svg).toContain(`stroke="${accent}"`);
    expect(svg.split(`stroke="${gray}"`).length - 1).toBe(3);
    expect(svg.lastIndexOf(`stroke="${accent}"`)).toBeGreaterThan(svg.lastIndexOf(`stroke="${gray}"`));
  });

  it("stands out where a scheme would give each line its color", () => {
    expect(lines("Narvik is getting wetter", "tableau20").split(`stroke="${gray}"`).length - 1).toBe(3);
    expect(lines("Four cities", "tableau20")).not.toContain(`stroke="${gray}"`);
  });

  it("is one of all where the title names most of them", () => {
    expect(lines("Oslo, Bergen, and Narvik are getting wetter")).not.toContain(`stroke="${gray}"`);
  });
});

describe("the point that a title names", () => {
  it("has its value beside it", () => {
    const texts = (title: string) => readTexts(line(title)).texts.map(({ content }) => content);
    expect(texts("Rain peaked in 2001")).toContain("42.5");
    expect(texts("Rain rose from 2000 to 2003")).toEqual(expect.arrayContaining(["11.5", "34.5"]));
    expect(texts("Rain over four years")).not.toContain("42.5");
  });

  it("has its value above it where the names of the axis are below", () => {
    const dips = line("Rain was lowest in 2002", [40.5, 42.5, 1.5, 34.5]);
    const { texts } = readTexts(dips);
    const place = (content: string) => texts.find((text) => text.content === content);
    const value = place("1.5");
    const year = place("2002");
    expect(value && year && value.bottom < year.top - 10).toBe(true);
    expect(dips).toContain('stroke-width="4"');
  });

  it("has the value of the sentence beside it, away from the names of the axis", () => {
    const { texts } = readTexts(line("Rain rose between 2001 and 2003", [1_200_000, 2_409_917, 2_900_000, 3_599_417]));
    const first = texts.find(({ content }) => content === "2,409,917");
    const names = texts.filter(({ content }) => /^\d(\.\d)?M$/.test(content));
    expect(names.length).toBeGreaterThan(2);
    expect(first?.left).toBeGreaterThan(Math.max(...names.map(({ right }) => right)));
    expect(texts.map(({ content }) => content)).toContain("3,599,417");
  });
});

describe("the axis of values that are close to each other", () => {
  it("has a different label at each tick", () => {
    const { texts } = readTexts(line("Four years", [1_462_910, 1_462_930, 1_462_955, 1_462_900]));
    const labels = texts.map(({ content }) => content).filter((content) => content.startsWith("1,46"));
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
