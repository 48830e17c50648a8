import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { SearchHit } from "../contract/types";

/** Searches the user's own items and public ones; sends no request for an empty query. */
export const searchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ["search", { q, limit }],
    queryFn: async ({ signal }) => (await api.search({ q, limit }, { signal })).items,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
