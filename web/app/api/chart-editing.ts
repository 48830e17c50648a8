import type { ChangedChart, ChartPreview } from "../contract/types";
import type { ChartKind } from "../stream/blocks";
import { apiPaths } from "../util/paths";
import { type Chart, type ChartAnnotation, chartKey, chartsChanged } from "./charts";
import * as api from "./operations";
import { type ApiProblem, isProblem } from "./problem";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

export type { ChangedChart, ChartPreview } from "../contract/types";

/** Query request for a chart's rows. */
export interface QueryText {
  sql: string;
  sourceIds: readonly string[];
  /** The plan that the query was derived from, as the server gave it. */
  plan?: unknown;
}

/** A chart that is not kept yet. */
export interface DraftChart {
  kind: ChartKind;
  spec: unknown;
  query?: QueryText;
}

/** Runs a draft's query and checks its specification; keeps nothing. */
export const previewChart = (draft: DraftChart & { chartId?: string }, signal?: AbortSignal): Promise<ChartPreview> =>
  request<ChartPreview>(apiPaths.chartPreview(), { method: "POST", body: draft, ...(signal && { signal }) });

/** Changes a draft by a sentence; 422 `not_understood` contains suggestions. */
export const changeBySentence = (text: string, draft: DraftChart): Promise<ChangedChart> =>
  request(apiPaths.chartSentence(), { method: "POST", body: { text, ...draft } });

export interface ChartContent extends DraftChart {
  title: string;
  description: string;
  annotations?: readonly ChartAnnotation[];
}

/** A new chart has no annotations: those that it should have are its first change. */
export async function createChart({ annotations = [], ...content }: ChartContent): Promise<Chart> {
  const chart = await request<Chart>(apiPaths.charts(), { method: "POST", body: content });
  return annotations.length === 0 ? kept(chart) : saveChart(chart.id, { annotations, baseVersion: chart.version });
}

/** The newest version in the refusal of a stale change; null for any other failure. */
export function newestInConflict(error: unknown): Chart | null {
  return isProblem(error, "version_conflict") ? ((error as ApiProblem).current as Chart) : null;
}

/** A new version. Where `baseVersion` is no longer the newest: 409 `version_conflict`, with the newest version. */
export async function saveChart(
  chartId: string,
  content: Partial<ChartContent> & { baseVersion?: number; note?: string },
): Promise<Chart> {
  const chart = await request<Chart>(apiPaths.chart(chartId), { method: "PATCH", body: content });
  return kept(chart);
}

function kept(chart: Chart): Chart {
  queryClient.setQueryData(chartKey(chart.id), chart);
  void chartsChanged();
  return chart;
}

/** Tables that a chart can be made of, newest first. */
export const sourcesQuery = (limit = 50) => ({
  queryKey: [...queryKeys.sources, "list", { limit }],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.listSources({ limit }, { signal })).items,
});
