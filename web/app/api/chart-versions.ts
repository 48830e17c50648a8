import { queryOptions } from "@tanstack/react-query";
import type { ChartChanges } from "../contract/types";
import { type Cell, type Chart, chartKey, chartsChanged, type Every } from "./charts";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { ChartChanges, ChartVersion } from "../contract/types";

export type RowKey = Record<string, Cell>;

export const chartVersionsQuery = (chartId: string) =>
  queryOptions({
    queryKey: [...chartKey(chartId), "versions"],
    queryFn: async ({ signal }) => (await api.listChartVersions({ chartId }, { signal })).items,
  });

/** Versions are immutable, and so are their differences. */
export const chartChangesQuery = (chartId: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...chartKey(chartId), "changes", { from, to }],
    queryFn: ({ signal }) => api.compareChartVersions({ chartId, from, to }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function restoreVersion(chartId: string, version: number): Promise<Chart> {
  const chart = await api.restoreChartVersion({ chartId }, { version });
  await chartChanged(chart);
  return chart;
}

/** Runs the chart's query again; a new version only where something is different. */
export async function refreshChart(chartId: string): Promise<{ chart: Chart; changes: ChartChanges }> {
  const refreshed = await api.refreshChart({ chartId });
  const { changes } = refreshed;
  if (changes.from !== changes.to) {
    queryClient.setQueryData(chartChangesQuery(chartId, changes.from, changes.to).queryKey, changes);
  }
  await chartChanged(refreshed.chart);
  return refreshed;
}

export async function setSchedule(chartId: string, every: Every | null): Promise<void> {
  await api.setChartSchedule({ chartId }, { every });
  await queryClient.invalidateQueries({ queryKey: chartKey(chartId) });
}

/** One's own private copy. */
export async function duplicateChart(chartId: string): Promise<Chart> {
  const chart = await api.duplicateChart({ chartId });
  await chartsChanged();
  return chart;
}

async function chartChanged(chart: Chart): Promise<void> {
  queryClient.setQueryData(chartKey(chart.id), chart);
  await chartsChanged();
}
