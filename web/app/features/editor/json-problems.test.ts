import { describe, expect, it } from "vitest";
import { problemsOf } from "./json-problems";

const said = (text: string, refused: { path: string; message: string }[] = []) =>
  problemsOf(text, "plot", refused).map(({ from, to, message }) => [text.slice(from, to), message]);

describe("JSON errors", () => {
  it("are reported with positions by every checker", () => {
    expect(said('{"mark": "bars"}')).toEqual([['"bars"', 'Did you mean "bar"?']]);
    expect(said('{"mark": "bar", "encodng": {}}')).toEqual([
      ['"encodng"', "Unknown property `encodng`. Did you mean `encoding`?"],
    ]);
    const sorted = '{"mark": "bar", "encoding": {"x": {"field": "place"}}}';
    const unknown = { path: "/spec/encoding/x/field", message: "No column is called place." };
    expect(said(sorted, [unknown])).toEqual([['"field"', unknown.message]]);
    expect(said(sorted, [{ ...unknown, path: "/encoding/x/field" }])).toEqual([['"field"', unknown.message]]);
    const wrongly = '{"mark": "bar", "encoding": {"x": {"field": "a", "tpe": "nominal"}}}';
    const refused = { path: "/spec/encoding/x", message: "`tpe` is not known here." };
    expect(said(wrongly, [refused])).toEqual([['"tpe"', "Unknown property `tpe`. Did you mean `type`?"]]);
    expect(said(sorted, [{ path: "/query/sql", message: "Not about the JSON." }])).toEqual([]);
  });

  it("are only syntax errors while the JSON is invalid", () => {
    expect(said('{"mark": "bars"')).toHaveLength(1);
    expect(said("[]")).toEqual([["[]", "The specification must be an object. Start with {."]]);
    expect(problemsOf('{"events": [{"label": "Landing"}]}', "timeline", [])[0]?.message).toBe(
      "Required property `date` is missing.",
    );
  });
});
