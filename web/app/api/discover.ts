import { infiniteQueryOptions } from "@tanstack/react-query";
import type { PublishedItem } from "../contract/types";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { request } from "./request";

export type { PublishedItem } from "../contract/types";

/** Items featured by administrators. */
export const discoverQuery = (limit = 24) => listQuery("all", (page) => apiPaths.discover(page), limit);

/** The charts of it alone. */
export const discoverChartsQuery = (limit = 24) => listQuery("charts", (page) => apiPaths.discoverCharts(page), limit);

function listQuery(name: string, pathOf: (page: { limit: number; cursor?: string }) => string, limit: number) {
  return infiniteQueryOptions({
    queryKey: ["discover", name, { limit }],
    queryFn: ({ pageParam, signal }) => request<List<PublishedItem>>(pathOf({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}
