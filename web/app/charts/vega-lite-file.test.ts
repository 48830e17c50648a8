import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type SceneGroup, type SceneMark, type Spec as VegaSpec, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { beforeAll, describe, expect, it } from "vitest";
import { type DrawRequest, isObject, type JsonObject } from "./draw-request";
import { drawSvg } from "./draw-svg";
import { loadWorld } from "./map/world";
import { visitObjects } from "./plot/encoding";
import { vegaFile, vegaLiteFile } from "./vega-lite-file";

const gallery = join(import.meta.dirname, "gallery");
const plots = readdirSync(gallery)
  .map((file) => [file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(gallery, file), "utf8"))] as const)
  .filter((entry): entry is [string, DrawRequest] => entry[1].kind === "plot");

beforeAll(loadWorld);

/** Vega's marks for each of Vega-Lite's that is not composed of others. */
const vegaMarks: Record<string, string> = {
  arc: "arc",
  area: "area",
  bar: "rect",
  circle: "symbol",
  geoshape: "shape",
  line: "line",
  point: "symbol",
  rect: "rect",
  rule: "rule",
  square: "symbol",
  text: "text",
  tick: "rect",
  trail: "trail",
};
const composites: Record<string, string[]> = {
  boxplot: ["rect", "rule"],
  errorband: ["area"],
  errorbar: ["rule"],
};

/** The marks that a specification names, as Vega draws them, and those that it may draw beside them. */
function expectedMarks(spec: JsonObject) {
  const marks = new Set<string>();
  const extras = new Set<string>();
  visitObjects(spec, ({ mark }) => {
    const options = isObject(mark) ? mark : { type: mark };
    const type = String(options.type);
    for (const each of composites[type] ?? [vegaMarks[type]]) if (each !== undefined) marks.add(each);
    if (type === "boxplot" || options.point) extras.add("symbol");
    if (options.line) extras.add("line");
  });
  return { marks, extras };
}

/** The marks of data that have items, in the picture that Vega makes of a file, which the official compiler compiles first. */
async function drawnMarks(file: JsonObject): Promise<Set<string>> {
  const warnings: string[] = [];
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger };
  function warn(...parts: unknown[]) {
    warnings.push(parts.map(String).join(" "));
    return logger;
  }
  const isVega = String(file.$schema).includes("/vega/");
  const vega = isVega
    ? (file as unknown as VegaSpec)
    : compile(file as unknown as TopLevelSpec, { logger: logger as never }).spec;
  const view = new View(parse(vega), { renderer: "none", logger: logger as never });
  await view.runAsync();
  expect(warnings.filter((warning) => /fail|error|invalid/i.test(warning))).toEqual([]);
  const marks = new Set<string>();
  const walk = (mark: SceneMark) => {
    if (mark.role === "mark" && mark.marktype !== "group" && mark.items.length > 0) marks.add(mark.marktype);
    for (const item of mark.items) for (const child of (item as SceneGroup).items ?? []) walk(child as SceneMark);
  };
  walk((view.scenegraph() as unknown as { root: SceneMark }).root);
  view.finalize();
  return marks;
}

describe.each(plots)("%s", (name, request) => {
  it("has the same marks when the official Vega-Lite draws its file", async () => {
    const file = JSON.parse(JSON.stringify(vegaLiteFile(request))) as JsonObject;
    const drawn = await drawnMarks(file);
    const isEmpty = /Nothing to draw/.test(drawSvg({ ...request, theme: "light" }));
    const { marks, extras } = expectedMarks(request.spec);
    if (isEmpty) return;
    for (const mark of marks) expect(drawn, `${name} draws ${mark}`).toContain(mark);
    const land = "projection" in file ? ["shape"] : [];
    for (const mark of drawn) expect([...marks, ...extras, ...land], `${name} draws ${mark}`).toContain(mark);
    const compiled = JSON.parse(JSON.stringify(vegaFile(request))) as JsonObject;
    expect(await drawnMarks(compiled), `${name} as Vega`).toEqual(drawn);
  });
});

it("refuses charts that are no plots", () => {
  const request: DrawRequest = { kind: "mindmap", spec: { outline: "# Tea" }, data: null, theme: "light" };
  expect(() => vegaLiteFile(request)).toThrow("Only plots");
});

it("gives the end of a bar only what the schema of Vega-Lite allows", () => {
  const columns = ["start", "end"].map((name) => ({ name, type: "date" as const }));
  const data = { columns, rows: [["2024-03-01", "2024-04-01"]] };
  const encoding = { x: { field: "start", type: "temporal" }, x2: { field: "end", type: "temporal" } };
  const file = vegaLiteFile({ kind: "plot", spec: { mark: "bar", encoding }, data, theme: "light" });
  expect(file).toMatchObject({ encoding: { x: { type: "temporal" } } });
  expect(Object.keys((file.encoding as JsonObject).x2 as JsonObject)).not.toContain("type");
  expect(Object.keys((file.encoding as JsonObject).x2 as JsonObject)).not.toContain("scale");
});

it("names the moments of the rows independently of the reader's time zone", () => {
  const columns = [
    { name: "at", type: "datetime" as const },
    { name: "sold", type: "integer" as const },
  ];
  const data = { columns, rows: [["2024-03-01T10:00:00", "9007199254740993"]] };
  const spec = {
    mark: "line",
    encoding: { x: { field: "at", type: "temporal" }, y: { field: "sold", type: "quantitative" } },
  };
  const file = vegaLiteFile({ kind: "plot", spec, data, theme: "light", title: "Sold" });
  expect(file.data).toEqual({ name: "rows", values: [{ at: "2024-03-01T10:00:00.000Z", sold: 9007199254740992 }] });
  expect(file.title).toEqual({ text: "Sold" });
  expect(file).toMatchObject({ encoding: { x: { scale: { type: "utc" } } } });
});
