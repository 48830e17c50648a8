import { describe, expect, it } from "vitest";
import type { ChartDocument } from "../../charts/editing/document";
import { changedContent, contentOf } from "./saved-document";

const document: ChartDocument = {
  kind: "plot",
  title: "Sales",
  description: "",
  spec: { mark: "bar" },
  typed: null,
  query: { sql: "SELECT 1", sourceIds: ["s1"] },
  annotations: [],
};

describe("a saved chart document", () => {
  it("contains only changes, so that a new title doesn't rerun the query", () => {
    expect(changedContent({ ...document, title: "More sales" }, document)).toEqual({ title: "More sales" });
    expect(changedContent({ ...document, spec: { mark: "line" } }, document)).toEqual({ spec: { mark: "line" } });
    expect(changedContent(document, document)).toEqual({});
  });

  it("has a title and omits an empty description", () => {
    const remarks = [
      { id: "a", at: { x: "North" }, text: " " },
      { id: "b", at: { x: "South" }, text: "Opened" },
    ];
    const { title, annotations } = contentOf({ ...document, title: "  ", annotations: remarks });
    expect(title).toBe("Untitled chart");
    expect(annotations?.map(({ id }) => id)).toEqual(["b"]);
  });
});
