import { queryOptions } from "@tanstack/react-query";
import * as api from "./operations";
import { queryKeys } from "./query-client";

export type { SourceRows } from "../contract/types";

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
