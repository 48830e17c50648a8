import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataColumn, DrawRequest, Json, JsonObject } from "../draw-request";
import {
  aggregates,
  type Channel,
  changePlot,
  channels,
  type PlotChange,
  plotMarks,
  readPlot,
  sorts,
  stackings,
  timeUnits,
} from "./plot-form";

const columns: DataColumn[] = [
  { name: "region", type: "string" },
  { name: "day", type: "date" },
  { name: "sales", type: "number" },
  { name: "a.b [c]", type: "integer" },
];

const folder = join(import.meta.dirname, "../gallery");
const gallery = readdirSync(folder)
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as DrawRequest)
  .filter((request) => request.kind === "plot")
  .map((request) => request.spec);

const spec = fc.constantFrom<JsonObject>(...gallery, {}, { mark: "bar" });
const onChannel = fc.constantFrom<Channel>(...channels);
const text = fc.constantFrom("", "Sales in euros", "x");

const change: fc.Arbitrary<PlotChange> = fc.oneof(
  fc.constantFrom(...plotMarks).map((value): PlotChange => ({ on: "mark", value })),
  fc.constantFrom(...stackings).map((value): PlotChange => ({ on: "stacking", value })),
  text.map((value): PlotChange => ({ on: "subtitle", value })),
  fc
    .tuple(onChannel, fc.constantFrom("", ...columns.map(({ name }) => name)))
    .map(([on, value]): PlotChange => ({ on, key: "field", value })),
  fc
    .tuple(onChannel, fc.constantFrom("", ...aggregates))
    .map(([on, value]): PlotChange => ({ on, key: "aggregate", value })),
  fc
    .tuple(onChannel, fc.constantFrom("", ...timeUnits))
    .map(([on, value]): PlotChange => ({ on, key: "timeUnit", value })),
  fc.tuple(onChannel, fc.boolean()).map(([on, value]): PlotChange => ({ on, key: "isBinned", value })),
  fc
    .tuple(fc.constantFrom<Channel>("x", "y", "color"), fc.constantFrom("", ...sorts))
    .map(([on, value]): PlotChange => ({ on, key: "sort", value })),
  fc.tuple(onChannel, text).map(([on, value]): PlotChange => ({ on, key: "title", value })),
  fc
    .tuple(onChannel, fc.constantFrom("", ".0%", "$,.2f"))
    .map(([on, value]): PlotChange => ({ on, key: "format", value })),
  fc.tuple(onChannel, fc.constantFrom("", "log")).map(([on, value]): PlotChange => ({ on, key: "scale", value })),
  fc
    .tuple(fc.constantFrom<Channel>("x", "y"), fc.constantFrom("min", "max"), fc.constantFrom("", "-5", "12.5"))
    .map(([on, key, value]): PlotChange => ({ on, key: key as "min", value })),
);

function answerOf(object: JsonObject, { on, ...rest }: PlotChange): unknown {
  const form = readPlot(object);
  if (on === "mark" || on === "stacking" || on === "subtitle") return form?.[on];
  return "key" in rest ? form?.channels[on][rest.key] : undefined;
}

/** Grouping needs a colour, and a stack something that is stacked: without them there is nothing to say it of. */
function canHold(object: JsonObject, { on, value }: PlotChange): boolean {
  if (on !== "stacking") return true;
  const form = readPlot(object);
  if (value === "grouped") return form?.channels.color.field !== "";
  return value === "stacked" || [form?.channels.x, form?.channels.y].every((each) => each?.field || each?.aggregate);
}

/** A channel that is taken away goes as a whole, and a pie or a map has no room for two axes and a color. */
function removesNothing(each: PlotChange): boolean {
  if (each.on === "stacking" || (each.on === "mark" && ["arc", "geoshape"].includes(String(each.value)))) return false;
  return !("key" in each && each.key === "field" && each.value === "");
}

describe("the form of a plot", () => {
  it("shows what was answered in it", () => {
    fc.assert(
      fc.property(spec, change, (before, each) => {
        fc.pre(readPlot(before) !== null && canHold(before, each));
        expect(answerOf(changePlot(before, each, columns), each)).toEqual(each.value);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves a specification alone that already says so", () => {
    fc.assert(
      fc.property(spec, change, (before, each) => {
        const once = changePlot(before, each, columns);
        expect(changePlot(once, each, columns)).toBe(once);
        const known = answerOf(before, each);
        if (known !== undefined)
          expect(changePlot(before, { ...each, value: known } as PlotChange, columns)).toBe(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps what it does not know, wherever that stands", () => {
    fc.assert(
      fc.property(spec, fc.array(change, { maxLength: 12 }), (before, changes) => {
        const marked = withStrangers(before);
        const after = changes
          .filter(removesNothing)
          .reduce((current, each) => changePlot(current, each, columns), marked);
        expect(countStrangers(after)).toBe(countStrangers(marked));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never changes the specification that it was given", () => {
    fc.assert(
      fc.property(spec, change, (before, each) => {
        const copy = JSON.stringify(before);
        changePlot(before, each, columns);
        expect(JSON.stringify(before)).toBe(copy);
      }),
    );
  });

  it("reads the first layer and what panels repeat, and nothing where views stand beside each other", () => {
    const encoding = { x: { field: "day" }, y: { field: "sales", aggregate: "sum" } };
    const layered = { encoding, layer: [{ mark: "line" }, { mark: "rule" }] };
    expect(readPlot(layered)?.mark).toBe("line");
    expect(readPlot(layered)?.channels.y.aggregate).toBe("sum");
    const changed = changePlot(layered, { on: "y", key: "aggregate", value: "mean" }, columns);
    expect(changed).toEqual({
      ...layered,
      encoding: { ...encoding, y: { field: "sales", aggregate: "mean", type: "quantitative" } },
    });
    expect(readPlot({ facet: { field: "region" }, spec: { mark: "bar", encoding } })?.mark).toBe("bar");
    expect(readPlot({ hconcat: [{ mark: "bar" }, { mark: "line" }] })).toBeNull();
  });

  it("turns bars into a pie and back", () => {
    const bars = {
      mark: "bar",
      encoding: { x: { field: "region", type: "nominal" }, y: { field: "sales", type: "quantitative" } },
    };
    const pie = changePlot(bars, { on: "mark", value: "arc" }, columns);
    expect(pie).toEqual({
      mark: "arc",
      encoding: { theta: { field: "sales", type: "quantitative" }, color: { field: "region", type: "nominal" } },
    });
    expect(changePlot(pie, { on: "mark", value: "bar" }, columns)).toEqual(bars);
  });

  it("moves the names of places from an axis to the shapes of a map and back", () => {
    const bars: JsonObject = {
      mark: "bar",
      encoding: {
        x: { field: "region", type: "nominal" },
        y: { field: "sales", type: "quantitative", title: "Sales" },
      },
    };
    const map = changePlot(bars, { on: "mark", value: "geoshape" }, columns);
    expect(map.encoding).toEqual({
      shape: { field: "region", type: "geojson" },
      color: { field: "sales", type: "quantitative", title: "Sales" },
    });
    expect(changePlot(map, { on: "mark", value: "bar" }, columns)).toEqual(bars);
  });
});

/** Paths that a form answer replaces as a whole. */
const answers = new Set(["field", "value", "datum", "sort", "bin", "timeUnit", "aggregate", "stack"]);

/** Adds a member that no one knows to every object. */
function withStrangers<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map((each) => withStrangers(each)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    answers.has(key) ? inner : withStrangers(inner ?? null),
  ]);
  return { ...Object.fromEntries(entries), "x-kept": true } as T;
}

function countStrangers(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countStrangers(each), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + (key === "x-kept" ? 1 : countStrangers(inner)), 0);
}
