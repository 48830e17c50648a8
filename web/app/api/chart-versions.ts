import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { type Cell, type Chart, chartKey, chartsChanged, type Every } from "./charts";
import type { List } from "./list";
import { queryClient } from "./query-client";
import { request } from "./request";

export interface ChartVersion {
  version: number;
  /** Why it was made. */
  reason: "asked" | "edited" | "refreshed" | "restored" | "duplicated";
  note?: string | null;
  title: string;
  author: { username?: string | null };
  createdAt: string;
}

export type RowKey = Record<string, Cell>;

/** Difference between two versions of a chart; rows are identified by the values of the columns in `keys`. */
export interface ChartChanges {
  from: number;
  to: number;
  keys: string[];
  added: { key: RowKey; values: RowKey }[];
  removed: { key: RowKey; values: RowKey }[];
  changed: { key: RowKey; column: string; before: Cell; after: Cell }[];
  unchanged: number;
  /** True where there are more changes than these. */
  truncated: boolean;
  specChanged: { path: string; before?: unknown; after?: unknown }[];
}

export const chartVersionsQuery = (chartId: string) =>
  queryOptions({
    queryKey: [...chartKey(chartId), "versions"],
    queryFn: async ({ signal }) =>
      (await request<List<ChartVersion>>(apiPaths.chartVersions(chartId), { signal })).items,
  });

/** Two versions never change: neither does what is between them. */
export const chartChangesQuery = (chartId: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...chartKey(chartId), "changes", { from, to }],
    queryFn: ({ signal }) => request<ChartChanges>(apiPaths.chartChanges(chartId, { from, to }), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function restoreVersion(chartId: string, version: number): Promise<Chart> {
  const chart = await request<Chart>(apiPaths.chartRestore(chartId), { method: "POST", body: { version } });
  await chartChanged(chart);
  return chart;
}

/** Runs the chart's query again; a new version only where something is different. */
export async function refreshChart(chartId: string): Promise<{ chart: Chart; changes: ChartChanges }> {
  const refreshed = await request<{ chart: Chart; changes: ChartChanges }>(apiPaths.chartRefresh(chartId), {
    method: "POST",
  });
  const { changes } = refreshed;
  if (changes.from !== changes.to) {
    queryClient.setQueryData(chartChangesQuery(chartId, changes.from, changes.to).queryKey, changes);
  }
  await chartChanged(refreshed.chart);
  return refreshed;
}

export async function setSchedule(chartId: string, every: Every | null): Promise<void> {
  await request(apiPaths.chartSchedule(chartId), { method: "PUT", body: { every } });
  await queryClient.invalidateQueries({ queryKey: chartKey(chartId) });
}

/** One's own private copy. */
export async function duplicateChart(chartId: string): Promise<Chart> {
  const chart = await request<Chart>(apiPaths.chartDuplicate(chartId), { method: "POST" });
  await chartsChanged();
  return chart;
}

async function chartChanged(chart: Chart): Promise<void> {
  queryClient.setQueryData(chartKey(chart.id), chart);
  await chartsChanged();
}
