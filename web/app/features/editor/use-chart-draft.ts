import { useRef } from "react";
import { createChart, newestInConflict, saveChart } from "../../api/chart-editing";
import type { Chart } from "../../api/charts";
import { isObject } from "../../charts/draw-request";
import { describeChanges } from "../../charts/editing/describe-changes";
import { type ChartDocument, isSameChart } from "../../charts/editing/document";
import { type Draft, type Stored, useDraft } from "../../drafts/use-draft";
import { notify } from "../../ui/toast";
import { changedContent, contentOf, documentOf } from "./saved-document";
import { chartDraft as text } from "./strings";
import type { Change } from "./use-editor";

/**
 * The chart's document as a draft over its newest version; `origin` is null for a new chart. A save makes a version: the
 * author says when, or it follows a change by `autosaveMs`.
 */
export function useChartDraft(
  first: ChartDocument,
  origin: Chart | null,
  document: ChartDocument,
  change: Change,
  autosaveMs: number | null = null,
) {
  const createdId = useRef<string | null>(null);
  const theirs = useRef<Chart | null>(origin);

  async function save(value: ChartDocument, base: Stored<ChartDocument> | null): Promise<number> {
    if (origin === null || base === null) {
      const chart = await createChart(contentOf(value));
      createdId.current = chart.id;
      return chart.version;
    }
    const note = describeChanges(base.value, value);
    const chart = await saveChart(origin.id, {
      ...changedContent(value, base.value),
      ...(note !== "" && { note }),
      baseVersion: base.revision,
    });
    if (autosaveMs === null) void notify({ title: text.savedAsVersion(chart.version), color: "green" });
    return chart.version;
  }

  const draft: Draft<ChartDocument> = useDraft({
    name: origin ? `chart-${origin.id}` : `new-chart-${first.query?.sourceIds.join("-") ?? first.kind}`,
    value: document,
    stored: origin && { value: first, revision: origin.version },
    isSame: isSameChart,
    parse: parseDocument,
    save,
    conflictOf: (error) => {
      const newest = newestInConflict(error);
      if (newest === null) return null;
      theirs.current = newest;
      return { value: documentOf(newest), revision: newest.version };
    },
    onReplace: (value) => change(() => value),
    autosaveMs,
  });
  return { draft, createdId, theirs };
}

function parseDocument(value: unknown): ChartDocument | null {
  if (!isObject(value)) return null;
  const { kind, title, description, spec, typed, query, annotations } = value;
  const isDocument =
    typeof kind === "string" &&
    typeof title === "string" &&
    typeof description === "string" &&
    isObject(spec) &&
    (typed === null || typeof typed === "string") &&
    (query === null || (isObject(query) && typeof query.sql === "string" && Array.isArray(query.sourceIds))) &&
    Array.isArray(annotations);
  return isDocument ? (value as unknown as ChartDocument) : null;
}
