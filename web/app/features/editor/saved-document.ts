import type { ChartContent } from "../../api/chart-editing";
import type { Chart } from "../../api/charts";
import { isObject, type JsonObject } from "../../charts/draw-request";
import type { ChartDocument } from "../../charts/editing/document";
import { savedDocument as strings } from "./strings";

/** A chart of the server as the editor's document. */
export function documentOf({ kind, title, description, spec, query, plan, annotations = [] }: Chart): ChartDocument {
  return {
    kind,
    title,
    description,
    spec: isObject(spec) ? authored(spec) : {},
    typed: null,
    query: query && { sql: query.sql, sourceIds: query.sourceIds, ...(plan !== undefined && { plan }) },
    annotations,
  };
}

/** The server adds these to every specification, so they are not part of the edited document. */
export function authored(spec: JsonObject): JsonObject {
  const { $schema: _schema, data: _data, autosize, ...own } = spec;
  const isAdded = isObject(autosize) && autosize.type === "fit" && autosize.contains === "padding";
  return isAdded || autosize === undefined ? own : { ...own, autosize };
}

/** The document as it is sent to be kept. */
export function contentOf({ kind, title, description, spec, query, annotations }: ChartDocument): ChartContent {
  return {
    kind,
    title: title.trim() || strings.untitledChart,
    description,
    spec,
    ...(query && { query }),
    annotations: annotations.filter(({ text }) => text.trim() !== ""),
  };
}

/** Only changed fields: an unchanged query isn't rerun. */
export function changedContent(document: ChartDocument, saved: ChartDocument): Partial<ChartContent> {
  const [now, before] = [contentOf(document), contentOf(saved)];
  const names = Object.keys(now) as (keyof ChartContent)[];
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
