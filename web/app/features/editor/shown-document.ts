import type { ChartDocument } from "../../charts/editing/document";
import type { ShownChart } from "../../charts/view/shown-chart";
import type { Rows } from "./use-rows";

/** The document as a chart that can be drawn before it is saved. */
export function shownDocument(
  { kind, title, description, spec, annotations }: Omit<ChartDocument, "query" | "typed">,
  rows: Rows | null,
): ShownChart {
  return {
    chartId: "",
    version: 0,
    kind,
    title,
    description,
    spec,
    annotations,
    data: rows?.data ?? null,
    query: null,
    encodingNotes: [],
  };
}
