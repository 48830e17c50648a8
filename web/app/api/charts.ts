import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Visibility } from "../contract/types";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type {
  Cell,
  Chart,
  ChartAnnotation,
  ChartData,
  ChartQuery,
  ChartSummary,
  Every,
  Visibility,
} from "../contract/types";

export const chartsQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.charts, "list", { limit }],
    queryFn: ({ pageParam, signal }) => api.listCharts({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** The newest version of one's own chart, the published one of another user's, or the one that is asked for. */
export const chartQuery = (chartId: string, version?: number) =>
  queryOptions({
    queryKey: version === undefined ? chartKey(chartId) : [...chartKey(chartId), { version }],
    queryFn: ({ signal }) => api.getChart({ chartId, version }, { signal }),
  });

export const chartKey = (chartId: string) => [...queryKeys.charts, "one", chartId] as const;

/** Makes a new version of the chart. */
export async function renameChart(chartId: string, title: string): Promise<void> {
  await api.updateChart({ chartId }, { title });
  await chartsChanged();
}

/** Publishes `version`, or the newest if omitted; later versions stay private. */
export async function setChartVisibility(chartId: string, visibility: Visibility, version?: number): Promise<void> {
  await api.setChartVisibility({ chartId }, { visibility, version });
  await chartsChanged();
}

export async function deleteChart(chartId: string): Promise<void> {
  await api.deleteChart({ chartId });
  queryClient.removeQueries({ queryKey: chartKey(chartId) });
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.charts, "list"] });
}

export const chartsChanged = () => queryClient.invalidateQueries({ queryKey: queryKeys.charts });
