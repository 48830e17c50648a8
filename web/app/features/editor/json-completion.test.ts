import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../charts/draw-request";
import { completeJson } from "./json-completion";

const columns = [
  { name: "island", type: "string" as const },
  { name: "rain.mm", type: "number" as const },
];

/** Returns the completions at the `|` of a text; `spec` is the last valid document. */
function proposed(marked: string, spec: JsonObject = { mark: "bar" }): string[] {
  const at = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: [json()] });
  const result = completeJson(new CompletionContext(state, at, true), { kind: "plot", columns, spec });
  return result?.options.map(({ displayLabel, label }) => displayLabel ?? label) ?? [];
}

describe("JSON completions", () => {
  it("are property names in key position, with or without a closing quote", () => {
    expect(proposed('{"mark": "bar", "|"}')).toEqual(expect.arrayContaining(["encoding", "title", "transform"]));
    expect(proposed('{"mark": "bar", |')).toEqual(expect.arrayContaining(["encoding"]));
    expect(proposed('{"mark": "bar", "encoding": {"x": {"|"')).toEqual(
      expect.arrayContaining(["field", "aggregate", "axis"]),
    );
    expect(proposed('{"mark": "bar", "encoding": {"x": {"field": "island"}, "y": {"agg|')).toContain("aggregate");
    expect(proposed('{"mark": "bar", "|"}')).not.toContain("data");
  });

  it("are values in value position, with or without a closing quote", () => {
    expect(proposed('{"mark": |')).toEqual(expect.arrayContaining(["bar", "line", "boxplot"]));
    expect(proposed('{"mark": "|"}')).toContain("area");
    expect(proposed('{"mark": "bar", "encoding": {"x": {"field": "island"}, "y": {"aggregate": "|"')).toContain(
      "median",
    );
    expect(proposed('{"mark": "bar", "encoding": {"y": {"stack": |}}}')).toEqual(
      expect.arrayContaining(["normalize", "null"]),
    );
  });

  it("are column names where a column is expected", () => {
    expect(proposed('{"mark": "bar", "encoding": {"x": {"field": "|"}}}')).toEqual(["island", "rain\\.mm"]);
    expect(proposed('{"mark": "bar", "encoding": {"x": {"field": |')).toEqual(["island", "rain\\.mm"]);
  });
});
