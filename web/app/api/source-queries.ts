import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { queryKeys } from "./query-client";
import { request } from "./request";
import type { ColumnType, Source } from "./sources";

/** Rows of a source in the order of its file; a cell is in the place of its column. */
export interface SourceRows {
  columns: { name: string; type: ColumnType }[];
  rows: (string | number | boolean | null)[][];
}

/** A source stays as it is until a user gives it new content. */
export const sourceQuery = (sourceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.sources, sourceId],
    queryFn: ({ signal }) => request<Source>(apiPaths.source(sourceId), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sourceRowsQuery = (sourceId: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.sources, sourceId, "rows", { offset, limit }],
    queryFn: ({ signal }) => request<SourceRows>(apiPaths.sourceRows(sourceId, { offset, limit }), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
