import { infiniteQueryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { PublishedItem } from "../contract/types";

/** Items featured by administrators. */
export const discoverQuery = (limit = 24) => listQuery("all", api.listFeaturedItems, limit);

/** The charts of it alone. */
export const discoverChartsQuery = (limit = 24) => listQuery("charts", api.listFeaturedCharts, limit);

function listQuery(name: string, list: typeof api.listFeaturedCharts, limit: number) {
  return infiniteQueryOptions({
    queryKey: ["discover", name, { limit }],
    queryFn: ({ pageParam, signal }) => list({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}
