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

/** Provenance of the rows: running `sql` over the same sources returns them again. */
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

/** A remark: at values of the axes, or at the mark whose row has these values. */
export interface ChartAnnotation {
  id: string;
  at: { x?: Cell; y?: Cell } | { key: Record<string, Cell> };
  text: string;
}

export type Every = "hour" | "day" | "week";

export interface Chart extends ChartSummary {
  /** The same as `id`. */
  chartId: string;
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  encodingNotes: string[];
  /** The query plan behind query and chart; the client only hands it back. */
  plan?: unknown;
  /** How many versions there are; `version` is the one that this is. */
  versions?: number;
  /** The one that others see. */
  publishedVersion?: number | null;
  author?: { username?: string | null };
  chatId?: string | null;
  turnId?: string | null;
  /** The question. */
  question?: string | null;
  annotations?: ChartAnnotation[];
  /** Sources of its rows, with the hashes that the files had then. */
  sources?: { sourceId: string; name: string; contentHash: string }[];
  schedule?: { every: Every; nextAt: string } | null;
  /** Why the last refresh on a schedule failed. */
  scheduleError?: string | null;
  /** False for another user's chart that may be seen. */
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

/** The newest version of one's own chart, the published one of another user's, or the one that is asked for. */
export const chartQuery = (chartId: string, version?: number) =>
  queryOptions({
    queryKey: version === undefined ? chartKey(chartId) : [...chartKey(chartId), { version }],
    queryFn: ({ signal }) => request<Chart>(apiPaths.chart(chartId, { version }), { signal }),
  });

export const chartKey = (chartId: string) => [...queryKeys.charts, "one", chartId] as const;

/** Makes a new version of the chart. */
export async function renameChart(chartId: string, title: string): Promise<void> {
  await request(apiPaths.chart(chartId), { method: "PATCH", body: { title } });
  await chartsChanged();
}

/** Others see `version` from now on, the newest where none is named, whatever comes after it. */
export async function setChartVisibility(chartId: string, visibility: Visibility, version?: number): Promise<void> {
  await request(apiPaths.chartVisibility(chartId), { method: "PUT", body: { visibility, version } });
  await chartsChanged();
}

export async function deleteChart(chartId: string): Promise<void> {
  await request(apiPaths.chart(chartId), { method: "DELETE" });
  queryClient.removeQueries({ queryKey: chartKey(chartId) });
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.charts, "list"] });
}

export const chartsChanged = () => queryClient.invalidateQueries({ queryKey: queryKeys.charts });
