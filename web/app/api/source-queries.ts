import { queryOptions } from "@tanstack/react-query";
import type { Source, SourceRows } from "../contract/types";
import { previewChart } from "./chart-editing";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type { SourceRows } from "../contract/types";

/** As many rows as the server gives at once. */
export const mostRows = 1_000;

/** A sample is at most that large. */
const MOST_SAMPLED = 2_000;
/** No column of a table has this name. */
const ROW_NUMBER = "portolan_row_number";

/** A source stays as it is until a user gives it new content. */
export const sourceQuery = (sourceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.sources, sourceId],
    queryFn: ({ signal }) => api.getSource({ sourceId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The words of a source; a message may teach some. */
export const sourceWordsQuery = (sourceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.sources, sourceId, "words"],
    queryFn: ({ signal }) => api.getSourceWords({ sourceId }, { signal }),
    staleTime: 0,
    // A form that is opened again starts with the words of then.
    gcTime: 0,
    // A form that is being filled in must not start anew.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const sourceRowsQuery = (sourceId: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.sources, sourceId, "rows", { offset, limit }],
    queryFn: ({ signal }) => api.listSourceRows({ sourceId, offset, limit }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Rows that stand for a table. */
export interface SourceSample {
  rows: SourceRows["rows"];
  /** The table has so many rows for each of these; null if they are only its first. */
  step: number | null;
}

/** All rows of a table, or of a long one rows at even distances: the first rows of a sorted table say nothing of the others. */
export const sourceSampleQuery = (source: Pick<Source, "id" | "table" | "rowCount" | "columns">) =>
  queryOptions({
    queryKey: [...queryKeys.sources, source.id, "rows", "sample"],
    queryFn: async ({ signal }): Promise<SourceSample> => {
      const rowCount = source.rowCount ?? 0;
      if (source.table !== null && rowCount > mostRows) {
        const step = Math.ceil(rowCount / MOST_SAMPLED);
        const rows = await sampleRows(source.id, source.table, source.columns.length, step, signal);
        if (rows) return { rows, step };
      }
      const { rows } = await queryClient.fetchQuery(sourceRowsQuery(source.id, 0, mostRows));
      return { rows, step: rowCount > mostRows ? null : 1 };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns every row whose number `step` divides; null if the server refuses the query. */
async function sampleRows(
  sourceId: string,
  table: string,
  columnCount: number,
  step: number,
  signal: AbortSignal,
): Promise<SourceRows["rows"] | null> {
  const numbered = `SELECT *, row_number() OVER () AS "${ROW_NUMBER}" FROM "${table.replaceAll('"', '""')}"`;
  const sql = `SELECT * FROM (${numbered}) WHERE "${ROW_NUMBER}" % ${step} = 0`;
  const { data } = await previewChart({ kind: "table", spec: {}, query: { sql, sourceIds: [sourceId] } }, signal);
  return data ? data.rows.map((row) => row.slice(0, columnCount) as SourceRows["rows"][number]) : null;
}
