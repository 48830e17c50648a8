import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { request } from "./request";

/** Something that people made and showed to everyone. */
export interface PublishedItem {
  kind: "chart" | "board" | "portolan";
  id: string;
  title: string;
  author?: { username?: string | null } | null;
  /** A drawn picture of it; absent where there is none. */
  thumbnailUrl?: string | null;
  updatedAt: string;
}

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
