import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ChartKind } from "../stream/blocks";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";
import type { ColumnType } from "./sources";

export type Visibility = "private" | "unlisted" | "public";

/** A value of a row. Integers beyond 2^53 are text, dates ISO 8601 text. */
export type Cell = string | number | boolean | null;

/** Rows in the order of the columns; `truncated` where the query gave more than these. */
export interface ChartData {
  columns: { name: string; type: ColumnType }[];
  rows: Cell[][];
  truncated: boolean;
}

/** Where the rows came from: running `sql` over the same sources gives them again. */
export interface ChartQuery {
  sql: string;
  sourceIds: string[];
  rowCount: number;
  tookMs: number;
}

export interface ChartSummary {
  id: string;
  version: number;
  kind: ChartKind;
  title: string;
  description: string;
  visibility: Visibility;
  createdAt: string;
  updatedAt: string;
}

export interface Chart extends ChartSummary {
  /** The same as `id`. */
  chartId: string;
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  encodingNotes: string[];
  chatId?: string | null;
  /** False for somebody else's chart that may be seen. */
  isOwner: boolean;
}

export const chartsQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.charts, "list", { limit }],
    queryFn: ({ pageParam, signal }) =>
      request<List<ChartSummary>>(apiPaths.charts({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export const chartQuery = (chartId: string) =>
  queryOptions({
    queryKey: [...queryKeys.charts, "one", chartId],
    queryFn: ({ signal }) => request<Chart>(apiPaths.chart(chartId), { signal }),
  });

/** Makes a new version of the chart. */
export async function renameChart(chartId: string, title: string): Promise<void> {
  await request(apiPaths.chart(chartId), { method: "PATCH", body: { title } });
  await chartsChanged();
}

export async function setChartVisibility(chartId: string, visibility: Visibility): Promise<void> {
  await request(apiPaths.chartVisibility(chartId), { method: "PUT", body: { visibility } });
  await chartsChanged();
}

export async function deleteChart(chartId: string): Promise<void> {
  await request(apiPaths.chart(chartId), { method: "DELETE" });
  queryClient.removeQueries({ queryKey: [...queryKeys.charts, "one", chartId] });
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.charts, "list"] });
}

const chartsChanged = () => queryClient.invalidateQueries({ queryKey: queryKeys.charts });
