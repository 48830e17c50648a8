import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../draw-request";
import { type ChartDocument, formatSpec, isSameChart, isTextValid, textOf, withSpec, withText } from "./document";
import { begin, edit, undo } from "./history";
import { changePlot } from "./plot-form";

const first: ChartDocument = {
  kind: "plot",
  title: "Sales",
  description: "",
  spec: { mark: "bar", encoding: { x: { field: "region" } } },
  typed: null,
  query: { sql: "SELECT 1", sourceIds: [] },
  annotations: [],
};

describe("one document", () => {
  it("takes any text, and draws the last that is a specification", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.object().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const next = withText(first, text);
          expect(textOf(next)).toBe(text);
          expect(next.spec).toEqual(isTextValid(next) ? JSON.parse(text) : first.spec);
        },
      ),
    );
  });

  it("reads what it wrote as the same, and forgets how a text was laid out once something else changes it", () => {
    fc.assert(
      fc.property(fc.object(), (value) => {
        const spec = JSON.parse(JSON.stringify(value)) as JsonObject;
        const written = withSpec(first, spec);
        expect(withText(written, formatSpec(spec)).spec).toEqual(spec);
        expect(textOf(withSpec(withText(first, JSON.stringify(spec)), { ...spec }))).toBe(formatSpec(spec));
      }),
    );
  });

  it("is edited by form and text in turns, and taken back in that order", () => {
    const typed = withText(first, '{"mark": "line", "encoding": {"x": {"field": "region"}}}');
    const formed = withSpec(typed, changePlot(typed.spec, { on: "mark", value: "area" }, []));
    const broken = withText(formed, "{");
    const saved = withSpec(broken, changePlot(broken.spec, { on: "x", key: "title", value: "Where" }, []));
    let history = [typed, formed, broken, saved].reduce((each, next, at) => edit(each, next, at), begin(first));
    expect(saved.spec).toEqual({ mark: "area", encoding: { x: { field: "region", title: "Where" } } });
    for (const expected of [broken, formed, typed, first]) {
      history = undo(history);
      expect(history.present).toBe(expected);
      expect(textOf(history.present)).toBe(textOf(expected));
    }
  });

  it("is the same chart however its text is laid out", () => {
    expect(isSameChart(first, withText(first, JSON.stringify(first.spec)))).toBe(true);
    expect(isSameChart(first, { ...first, title: "Other" })).toBe(false);
    expect(isSameChart(first, withText(first, '{"mark": "line"}'))).toBe(false);
  });
});
