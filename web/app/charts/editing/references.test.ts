import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Annotation, Cell, DataColumn, DrawRequest, JsonObject } from "../draw-request";
import { withColor, withHighlight } from "./part-edits";
import { changePlot, type PlotChange } from "./plot-form";
import { withAxis, withOptions, withSteps } from "./plot-options";
import { startSpec } from "./starter";

/** Every reference chart begins as a table does, and takes the steps that the form and the drawing offer. */
type Step = PlotChange | ((spec: JsonObject) => JsonObject);

interface Reference {
  name: string;
  title: string;
  columns: DataColumn[];
  rows: Cell[][];
  /** Choices in their order. */
  steps: Step[];
  annotations?: Annotation[];
}

const field = (on: "x" | "y" | "color", value: string): PlotChange => ({ on, key: "field", value });
const titled = (on: "x" | "y" | "color", value: string): PlotChange => ({ on, key: "title", value });
const column = (name: string, type: DataColumn["type"]): DataColumn => ({ name, type });
const years = (first: number, last: number, step = 1) =>
  Array.from({ length: (last - first) / step + 1 }, (_, index) => first + index * step);

const fuels = ["Coal", "Gas", "Nuclear", "Renewables"];

const references: Reference[] = [
  {
    name: "reference-grouped-bars",
    title: "Rail is the only mode that grew everywhere",
    columns: [column("region", "string"), column("mode", "string"), column("trips", "number")],
    rows: ["North", "East", "South", "West"].flatMap((region, at) =>
      ["Rail", "Bus", "Car"].map((mode, place) => [
        region,
        mode,
        Math.round(10 * (([12.5, 8.2, 15.1][place] ?? 0) + at * ([1.5, -0.7, -1.1][place] ?? 0))) / 10,
      ]),
    ),
    steps: [
      { on: "mark", value: "bar" },
      field("x", "region"),
      field("y", "trips"),
      titled("y", "Trips per person and month"),
      field("color", "mode"),
      { on: "stacking", value: "grouped" },
      { on: "x", key: "sort", value: "none" },
      (spec) => withHighlight(spec, { field: "mode", value: "Rail" }, true, ["Rail", "Bus", "Car"]),
      (spec) => withOptions(spec, { labels: "none" }),
    ],
  },
  {
    name: "reference-annotated-line",
    title: "The reservoir filled again after the second wet winter",
    columns: [column("month", "date"), column("level", "number")],
    rows: [62, 66, 71, 70, 64, 55, 47, 41, 38, 40, 49, 58, 66, 74, 81, 84, 82, 77, 71, 68, 69, 75, 83, 90].map(
      (level, at) => [`${2022 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`, level],
    ),
    steps: [
      { on: "mark", value: "line" },
      field("x", "month"),
      field("y", "level"),
      titled("y", "Share of capacity, %"),
      { on: "y", key: "min", value: "0" },
      { on: "y", key: "max", value: "100" },
      (spec) => withAxis(withAxis(spec, "y", { ticks: "4" }), "x", { dateFormat: "%b %Y" }),
    ],
    annotations: [
      { id: "low", at: { key: { month: "2022-09-01" } }, text: "Hosepipe ban", offset: { x: 0, y: 34 } },
      { id: "high", at: { key: { month: "2023-04-01" } }, text: "Spillway opens", offset: { x: -70, y: -30 } },
    ],
  },
  {
    name: "reference-range-dots",
    title: "The gap between women and men closed most in Iceland",
    columns: [column("country", "string"), column("group", "string"), column("rate", "number")],
    rows: (
      [
        ["Iceland", 77.8, 82.1],
        ["Sweden", 71.2, 78.4],
        ["Germany", 69.5, 77.3],
        ["France", 63.2, 69.7],
        ["Spain", 58.1, 69.4],
        ["Italy", 49.6, 67.5],
      ] as const
    ).flatMap(([country, women, men]) => [
      [country, "Women", women],
      [country, "Men", men],
    ]),
    steps: [
      { on: "mark", value: "point" },
      field("x", "rate"),
      field("y", "country"),
      titled("x", "Employment rate, %"),
      field("color", "group"),
      { on: "x", key: "min", value: "40" },
      { on: "x", key: "max", value: "90" },
      (spec) => withOptions(spec, { hasRanges: true }),
      (spec) => withColor(spec, { field: "group", value: "Men" }, "#976cd2"),
    ],
  },
  {
    name: "reference-stacked-area",
    title: "Renewables replaced coal, not gas",
    columns: [column("year", "date"), column("fuel", "string"), column("share", "number")],
    rows: years(2000, 2024, 2).flatMap((year) => {
      const past = (year - 2000) / 24;
      const parts = [46 - 38 * past, 30 + 2 * past, 16 - 6 * past, 8 + 42 * past];
      return fuels.map((fuel, at): Cell[] => [`${year}-01-01`, fuel, Math.round((parts[at] ?? 0) * 10) / 10]);
    }),
    steps: [
      { on: "mark", value: "area" },
      field("x", "year"),
      field("y", "share"),
      titled("y", "Share of electricity, %"),
      field("color", "fuel"),
      (spec) => withColor(spec, { field: "fuel", value: "Coal" }, "#8b939b"),
      (spec) => withColor(spec, { field: "fuel", value: "Renewables" }, "#018555"),
      (spec) => withColor(spec, { field: "fuel", value: "Gas" }, "#a85b12"),
      (spec) => withColor(spec, { field: "fuel", value: "Nuclear" }, "#976cd2"),
      { on: "y", key: "max", value: "100" },
    ],
  },
  {
    name: "reference-choropleth",
    title: "Forests cover most of the north",
    columns: [column("country", "string"), column("forest", "number")],
    rows: [
      ["Finland", 73.7],
      ["Sweden", 68.7],
      ["Slovenia", 61.5],
      ["Latvia", 54.9],
      ["Estonia", 57],
      ["Austria", 47.3],
      ["Slovakia", 40.1],
      ["Norway", 33.4],
      ["Spain", 37.2],
      ["Portugal", 36.2],
      ["Lithuania", 35.1],
      ["Croatia", 34.7],
      ["Czechia", 34.7],
      ["Germany", 32.7],
      ["Italy", 32.5],
      ["France", 31.5],
      ["Poland", 31],
      ["Greece", 30.3],
      ["Romania", 30.1],
      ["Hungary", 22.5],
      ["Belgium", 22.8],
      ["Denmark", 15.7],
      ["United Kingdom", 13.2],
      ["Ireland", 11.4],
      ["Netherlands", 11],
    ],
    steps: [
      { on: "mark", value: "geoshape" },
      field("color", "forest"),
      titled("color", "Land under forest, %"),
      (spec) => withSteps(spec, "20, 30, 40, 60"),
    ],
  },
];

function build({ columns, steps }: Reference): JsonObject {
  return steps.reduce(
    (spec, step) => (typeof step === "function" ? step(spec) : changePlot(spec, step, columns)),
    startSpec("plot", columns, ""),
  );
}

describe("reference charts", () => {
  it.each(references)("$name is made without JSON, and is a case of the gallery", (reference) => {
    const { name, title, columns, rows, annotations } = reference;
    const data = { columns, rows };
    const made: DrawRequest = { kind: "plot", title, spec: build(reference), data, theme: "light" };
    const { theme: _theme, ...request } = { ...made, ...(annotations && { annotations }) };
    const known: unknown = JSON.parse(readFileSync(join(import.meta.dirname, `../gallery/${name}.json`), "utf8"));
    expect(known).toEqual(request);
  });
});
