import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ChartPreview, previewChart } from "../../api/chart-editing";
import type { ChartData, ChartQuery } from "../../api/charts";
import { queryClient } from "../../api/query-client";
import { type ChartDocument, isTextValid } from "../../charts/editing/document";

/** The rows that a query gave. */
export interface Rows {
  data: ChartData | null;
  query: ChartQuery | null;
}

/** Rows are asked for once for each query: taking a step back shows them at once. */
export function useRows(query: ChartDocument["query"], known: { query: ChartDocument["query"]; rows: Rows } | null) {
  const isKnown = known !== null && JSON.stringify(known.query) === JSON.stringify(query);
  const result = useQuery({
    queryKey: rowsKey(query),
    queryFn: async ({ signal }): Promise<Rows> => {
      if (query === null) return { data: null, query: null };
      const { data, query: asked, errors } = await previewChart({ kind: "table", spec: {}, query }, signal);
      const problem = errors[0];
      if (problem && data === null) throw new QueryRefused(problem.message);
      return { data, query: asked };
    },
    initialData: isKnown ? known.rows : undefined,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  });
  return { rows: result.data ?? null, error: result.error, isRunning: result.isFetching };
}

const rowsKey = (query: ChartDocument["query"]) => ["chart-rows", query];

/** Rows that came with something else need not be asked for. */
export function rememberRows(of: ChartDocument["query"], { data, query }: Rows): void {
  queryClient.setQueryData<Rows>(rowsKey(of), { data, query });
}

/** The query ran into an error of its own. */
export class QueryRefused extends Error {
  readonly kind = "query";
}

const checkAfterMs = 500;

/** Debounced server validation of the document; the server checks rules that no schema has. */
export function useServerCheck(
  { kind, spec, query }: ChartDocument,
  isReady: boolean,
  chartId: string | undefined,
): ChartPreview["errors"] {
  const [found, setFound] = useState<{ spec: unknown; errors: ChartPreview["errors"] }>({ spec: null, errors: [] });
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { errors } = await previewChart(
          // The rows of a chart that is there need not be asked for again.
          { kind, spec, ...(query && { query }), ...(chartId !== undefined && { chartId }) },
          controller.signal,
        );
        setFound({ spec, errors });
      } catch {
        // Saving validates again and shows the errors.
      }
    }, checkAfterMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [kind, spec, query, isReady, chartId]);
  return found.spec === spec ? found.errors : [];
}

export function isReadyToCheck(document: ChartDocument, rows: Rows | null): boolean {
  return isTextValid(document) && (document.query === null || rows?.data != null);
}
