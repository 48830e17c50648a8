import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { schemaText } from "virtual:vega-lite-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DrawRequest, Json, JsonObject } from "../draw-request";
import { type Schema, SchemaReader } from "./json-schema";

const reader = new SchemaReader(JSON.parse(schemaText) as Schema);
const data = { name: "rows" };
const folder = join(import.meta.dirname, "../gallery");
const gallery = readdirSync(folder)
  .map((file) => ({ file, request: JSON.parse(readFileSync(join(folder, file), "utf8")) as DrawRequest }))
  .filter(({ request }) => request.kind === "plot");

const said = (spec: JsonObject) => reader.check({ data, ...spec }).map(({ path, message }) => `${path}: ${message}`);

describe("the schema of Vega-Lite", () => {
  it.each(gallery)("finds nothing wrong with $file", ({ request }) => {
    // The schema forgets that a filter may look for what is missing.
    expect(said(request.spec).filter((each) => !each.includes("/filter/not/equal: "))).toEqual([]);
  });

  it("says what is wrong where, and what would be right", () => {
    const encoding = { x: { field: "a" } };
    expect(said({ mark: "bars", encoding })).toEqual(['/mark: Did you mean "bar"?']);
    expect(said({ mark: "chart", encoding })[0]).toMatch(/^\/mark: Use .*"boxplot".* or an object here\.$/);
    expect(said({ mark: "bar", encodng: encoding })).toEqual([
      "/encodng: Unknown property `encodng`. Did you mean `encoding`?",
    ]);
    expect(said({ mark: "bar", encoding: { x: { feild: "a" } } })).toEqual([
      "/encoding/x/feild: Unknown property `feild`. Did you mean `field`?",
    ]);
    expect(said({ mark: "bar", encoding: { x: { field: "a", type: "number" } } })[0]).toMatch(
      /^\/encoding\/x\/type: Use .*"quantitative".* here\.$/,
    );
    expect(said({ mark: "bar", encoding: { x: 5 } })[0]).toMatch(/^\/encoding\/x: Use an object here\.$/);
    expect(said({ layer: [{ mark: "line" }, { mark: "rulr" }] })).toEqual(['/layer/1/mark: Did you mean "rule"?']);
  });

  it("is quick, whatever it is given", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const started = performance.now();
        reader.check({
          data,
          mark: "bar",
          encoding: { x: value as Json, y: { axis: value as Json } },
          layer: value as Json,
        });
        expect(performance.now() - started).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });

  it("names what may be written in an object", () => {
    const names = (document: Json, path: string[]) => reader.namesAt(document, path).map(({ name }) => name);
    expect(names({ data }, [])).toEqual(expect.arrayContaining(["mark", "encoding", "layer", "title", "transform"]));
    const bar = { data, mark: "bar", encoding: { x: { field: "a" } } };
    expect(names(bar, [])).not.toContain("mark");
    expect(names(bar, ["encoding"])).toEqual(expect.arrayContaining(["y", "color", "xOffset", "facet"]));
    expect(names(bar, ["encoding", "x"])).toEqual(
      expect.arrayContaining(["aggregate", "axis", "bin", "timeUnit", "sort"]),
    );
    expect(names(bar, ["encoding", "x", "axis"])).toEqual(expect.arrayContaining(["format", "title", "labelAngle"]));
    expect(names(bar, ["encoding", "nowhere"])).toEqual([]);
    const described = reader.namesAt(bar, ["encoding", "x"]).find(({ name }) => name === "aggregate");
    expect(described?.description).toMatch(/^Aggregation function/);
  });

  it("lists the values that may stand somewhere", () => {
    const bar = { data, mark: "", encoding: { x: { field: "a", type: "" } } };
    expect(reader.valuesAt(bar, ["mark"])).toEqual(expect.arrayContaining(["bar", "line", "boxplot"]));
    expect(reader.valuesAt(bar, ["encoding", "x", "type"])).toEqual(
      expect.arrayContaining(["quantitative", "temporal", "nominal", "ordinal"]),
    );
    expect(reader.valuesAt(bar, ["encoding", "x", "stack"])).toEqual(
      expect.arrayContaining(["zero", "normalize", null, true]),
    );
    expect(reader.shapeAt(bar, ["encoding"])).toBe("object");
    expect(reader.shapeAt({ data, layer: [] }, ["layer"])).toBe("array");
    expect(reader.shapeAt(bar, ["mark"])).toBe("text");
  });
});
