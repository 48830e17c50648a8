import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { SearchHit } from "../contract/types";

/** One's own things, and public ones. Nothing is asked for an empty query. */
export const searchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ["search", { q, limit }],
    queryFn: async ({ signal }) => (await api.search({ q, limit }, { signal })).items,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
