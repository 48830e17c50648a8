import { describe, expect, it } from "vitest";
import type { Cell, JsonObject } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { categorical } from "../palette";
import { readTexts } from "../svg-texts";
import { describeChanges } from "./describe-changes";
import type { ChartDocument } from "./document";
import {
  colorField,
  gray,
  isHighlighted,
  readColor,
  readFilters,
  readNames,
  withColor,
  withHighlight,
  withName,
  withOnly,
  withoutFilter,
  withoutValue,
} from "./part-edits";
import { readAxis, readOptions, readSteps, readWidth, withAxis, withOptions, withSteps } from "./plot-options";

const bars: JsonObject = {
  mark: "bar",
  encoding: { x: { field: "city", type: "nominal" }, y: { field: "rain", type: "quantitative" } },
};
const lines: JsonObject = {
  mark: "line",
  encoding: {
    x: { field: "year", type: "temporal" },
    y: { field: "rain", type: "quantitative" },
    color: { field: "city", type: "nominal" },
  },
};
const cities = ["Oslo", "Bergen", "Narvik", "Tromsø"];
const subject = (value: Cell, field = "city") => ({ field, value });
const [accent = ""] = categorical.light;

const data = {
  columns: [
    { name: "city", type: "string" as const },
    { name: "year", type: "date" as const },
    { name: "rain", type: "number" as const },
  ],
  rows: cities.flatMap((city, place) =>
    ["2020", "2021", "2022"].map((year, at) => [city, `${year}-01-01`, 700 + 100 * place + at]),
  ),
};
const barData = { ...data, rows: data.rows.filter(([, year]) => year === "2020-01-01") };
const draw = (spec: JsonObject, theme: "light" | "dark" = "light") =>
  drawSvg({
    kind: "plot",
    spec,
    theme,
    width: 680,
    isBare: true,
    hasMarks: true,
    data: spec.mark === "bar" ? barData : data,
  });
const words = (spec: JsonObject) => readTexts(draw(spec)).texts.map(({ content }) => content);
const count = (svg: string, part: string) => svg.split(part).length - 1;

describe("edits of a plot's parts", () => {
  it.each([bars, lines])("highlight a value among all, and give the old specification back", (spec) => {
    const one = withHighlight(spec, subject("Bergen"), true, cities);
    expect(isHighlighted(one, subject("Bergen"))).toBe(true);
    expect(readColor(one, subject("Oslo"))).toBe(gray);
    const two = withHighlight(one, subject("Oslo"), true, cities);
    expect(isHighlighted(two, subject("Oslo")) && isHighlighted(two, subject("Bergen"))).toBe(true);
    expect(readColor(two, subject("Oslo"))).not.toBe(readColor(two, subject("Bergen")));
    const none = withHighlight(withHighlight(two, subject("Oslo"), false, cities), subject("Bergen"), false, cities);
    expect(none).toEqual(spec);
  });

  it("are seen in the drawing, in both themes", () => {
    const one = withHighlight(bars, subject("Bergen"), true, cities);
    expect([count(draw(one), `fill="${accent}"`), count(draw(one), `fill="${gray}"`)]).toEqual([1, 3]);
    expect(draw(one, "dark")).toContain(`fill="${categorical.dark[0]}"`);
    expect(draw(one, "dark")).not.toContain(accent);
    const line = withHighlight(lines, subject("Narvik"), true, cities);
    expect(draw(line)).toContain(`stroke="${accent}"`);
    expect(draw(line).lastIndexOf(`stroke="${accent}"`)).toBeGreaterThan(draw(line).lastIndexOf(`stroke="${gray}"`));
  });

  it("recolor one bar or line and leave the others as they were", () => {
    const purple = categorical.light[3] ?? "";
    const bar = withColor(bars, subject("Bergen"), purple);
    expect([count(draw(bar), `fill="${purple}"`), count(draw(bar), `fill="${accent}"`)]).toEqual([1, 3]);
    expect(words(bar)).toEqual(words(bars));
    const line = withColor(lines, subject("Oslo"), "#123456");
    expect(draw(line)).toContain('stroke="#123456"');
    expect(draw(line)).toContain(`stroke="${accent}"`);
    expect(withColor(line, subject("Oslo"), null)).toEqual(lines);
    expect(withColor(lines, { field: "year", value: "2020-01-01" }, "#123456")).toBe(lines);
    expect(colorField({ ...bars, mark: "rect" })).toBeUndefined();
  });

  it("filter to a value, leave values out, and show all again", () => {
    const only = withOnly(bars, subject("Bergen"));
    expect(words(only)).toContain("Bergen");
    expect(words(only)).not.toContain("Oslo");
    const without = withoutValue(withoutValue(bars, subject("Bergen")), subject("Oslo"));
    expect(readFilters(without)).toEqual([{ field: "city", values: ["Bergen", "Oslo"], isKept: false }]);
    expect(words(without)).toEqual(expect.arrayContaining(["Narvik", "Tromsø"]));
    expect(words(without)).not.toContain("Oslo");
    expect(withoutFilter(without, "city")).toEqual(bars);
    expect(withoutFilter(withOnly(without, subject("Oslo")), "city")).toEqual(bars);
    const dates = withoutValue(lines, { field: "year", value: "2022-01-01" });
    expect(draw(dates)).not.toContain("2022");
  });

  it("rename a value wherever it is named, and know its rows by the old name", () => {
    const renamed = withName(withHighlight(lines, subject("Oslo"), true, cities), subject("Oslo"), 'The "capital"');
    expect([...readNames(renamed, "city")]).toEqual([["Oslo", 'The "capital"']]);
    expect(words(renamed)).toContain('The "capital"');
    expect(isHighlighted(renamed, subject("Oslo"))).toBe(true);
    expect(draw(renamed)).toContain("&quot;city&quot;:&quot;Oslo&quot;");
    expect(words(withOnly(renamed, subject("Oslo")))).not.toContain("Oslo");
    const back = withName(renamed, subject("Oslo"), "");
    expect(withHighlight(back, subject("Oslo"), false, cities)).toEqual(lines);
  });

  it("keep transforms that are not theirs", () => {
    const spec = { ...bars, transform: [{ calculate: "datum.rain * 2", as: "rain" }, { filter: "datum.rain > 3" }] };
    const edited = withName(withoutValue(spec, subject("Oslo")), subject("Bergen"), "B");
    expect(withoutFilter(withName(edited, subject("Bergen"), ""), "city")).toEqual(spec);
    expect(draw(edited)).toContain("Narvik");
  });

  it.each(["O'Hare", '"', "\\", "}[datum", "</text>", "日本"])("rename to and from %j", (name) => {
    const there = withName(bars, subject("Oslo"), name);
    expect([...readNames(there, "city")]).toEqual([["Oslo", name]]);
    expect(withName(there, subject("Oslo"), "Oslo")).toEqual(bars);
    expect(draw(there)).not.toContain(">Oslo<");
  });
});

describe("edits of other marks than bars and lines", () => {
  const drawAll = (spec: JsonObject, rows = barData) =>
    drawSvg({
      kind: "plot",
      spec,
      theme: "light",
      width: 680,
      isBare: true,
      hasMarks: true,
      hasHandles: true,
      data: rows,
    });
  const pie: JsonObject = {
    mark: "arc",
    encoding: { theta: { field: "rain", type: "quantitative" }, color: { field: "city", type: "nominal" } },
  };
  const dots: JsonObject = { ...bars, mark: "point" };
  const keysOf = (svg: string) =>
    [...svg.matchAll(/data-key="([^"]*)"/g)].map(([, key = ""]) => JSON.parse(key.replaceAll("&quot;", '"')));

  it("know each slice and its name in a pie", () => {
    expect(
      keysOf(drawAll(pie))
        .map(({ city }) => city)
        .sort(),
    ).toEqual([...cities].sort());
    for (const city of cities) {
      expect(drawAll(pie)).toContain(`&quot;channel&quot;:&quot;color&quot;,&quot;value&quot;:&quot;${city}&quot;`);
    }
    const renamed = drawAll(withName(pie, subject("Oslo"), "Kristiania"));
    expect(readTexts(renamed).texts.map(({ content }) => content)).toContain("Kristiania");
    expect(renamed).toContain("&quot;value&quot;:&quot;Oslo&quot;");
    expect(keysOf(renamed)).toContainEqual({ city: "Oslo" });
  });

  it("keep columns of any name apart from the drawing's own", () => {
    const columns = [
      { name: "start", type: "string" as const },
      { name: "end", type: "number" as const },
    ];
    const spec = {
      mark: "arc",
      encoding: { theta: { field: "end", type: "quantitative" }, color: { field: "start", type: "nominal" } },
    };
    expect(
      keysOf(
        drawAll(spec, {
          columns,
          rows: [
            ["a", 1],
            ["b", 3],
          ],
        }),
      ),
    ).toEqual([{ start: "b" }, { start: "a" }]);
  });

  it.each([
    ["pie", pie],
    ["dot plot", dots],
  ])("highlight, recolor and filter in a %s", (_name, spec) => {
    const one = withHighlight(spec, subject("Bergen"), true, cities);
    expect(drawAll(one)).toContain(`"${accent}"`);
    expect(count(drawAll(one), `"${gray}"`)).toBeGreaterThanOrEqual(3);
    expect(withHighlight(one, subject("Bergen"), false, cities)).toEqual(spec);
    expect(drawAll(withColor(spec, subject("Oslo"), "#123456"))).toContain('"#123456"');
    expect(keysOf(drawAll(withoutValue(spec, subject("Oslo")))).map(({ city }) => city)).not.toContain("Oslo");
    expect(keysOf(drawAll(withOnly(spec, subject("Oslo")))).map(({ city }) => city)).toEqual(["Oslo"]);
  });

  it("tell the points of one color in a scatter plot apart", () => {
    const scatter: JsonObject = {
      mark: "point",
      encoding: {
        x: { field: "rain", type: "quantitative" },
        y: { field: "rain", type: "quantitative" },
        color: { field: "city", type: "nominal" },
      },
    };
    const keys = keysOf(drawAll(scatter, data)).map((key) => JSON.stringify(key));
    expect(new Set(keys).size).toBe(data.rows.length);
  });
});

describe("options of a plot", () => {
  it("turn the values of bars on and off", () => {
    expect(words(bars)).toContain("700");
    const off = withOptions(bars, { labels: "none" });
    expect(words(off).filter((word) => word === "900")).toEqual([]);
    expect(readOptions(off).labels).toBe("none");
    expect(withOptions(off, { labels: "" })).toEqual(bars);
  });

  it("set a width, ticks and the format of dates", () => {
    expect(readWidth(withOptions(bars, { width: "column" }))).toBe("column");
    expect(withOptions(withOptions(bars, { width: "wide" }), { width: "" })).toEqual(bars);
    const dated = withAxis(withAxis(lines, "x", { dateFormat: "%Y-%m-%d" }), "y", { ticks: "3" });
    expect(readAxis(dated, "x")).toEqual({ ticks: "", dateFormat: "%Y-%m-%d" });
    expect(words(dated)).toContain("2021-01-01");
    expect(withAxis(withAxis(dated, "x", { dateFormat: "" }), "y", { ticks: "" })).toEqual(lines);
    expect(readAxis(withAxis(lines, "x", { dateFormat: "%b' + datum" }), "x").dateFormat).toBe("%b + datum");
  });

  it("read limits of color steps in any order and refuse words", () => {
    const map = { mark: "geoshape", encoding: { color: { field: "rain", type: "quantitative" } } };
    const stepped = withSteps(map, "50, 10; 20 10");
    expect(readSteps(stepped)).toBe("10, 20, 50");
    expect(withSteps(stepped, "ten")).toBe(stepped);
    expect(withSteps(stepped, "")).toEqual(map);
  });
});

describe("words for changes", () => {
  const before: ChartDocument = {
    kind: "plot",
    title: "Rain",
    description: "",
    spec: lines,
    typed: null,
    query: null,
    annotations: [{ id: "a", at: { x: "2021-01-01" }, text: "Flood" }],
  };
  it.each<[string, Partial<ChartDocument>]>([
    ["Highlighted Oslo.", { spec: withHighlight(lines, subject("Oslo"), true, cities) }],
    ["Recolored Oslo.", { spec: withColor(lines, subject("Oslo"), "#123456") }],
    ["Filtered to Oslo.", { spec: withOnly(lines, subject("Oslo")) }],
    ["Excluded Oslo.", { spec: withoutValue(lines, subject("Oslo")) }],
    ["Renamed Oslo to Kristiania.", { spec: withName(lines, subject("Oslo"), "Kristiania") }],
    ["Changed the title. Removed an annotation.", { title: "More rain", annotations: [] }],
    [
      "Moved an annotation.",
      { annotations: [{ id: "a", at: { x: "2021-01-01" }, text: "Flood", offset: { x: 4, y: 8 } }] },
    ],
    ["Changed the format of the x axis.", { spec: withAxis(lines, "x", { dateFormat: "%Y" }) }],
    ["Changed the value labels. Changed the width.", { spec: withOptions(lines, { labels: "none", width: "text" }) }],
    ["Changed the specification.", { spec: { ...lines, name: "rain" } }],
    ["", {}],
  ])("say “%s”", (words, change) => {
    expect(describeChanges(before, { ...before, ...change })).toBe(words);
  });
});
