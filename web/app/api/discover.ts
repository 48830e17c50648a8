import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { PublishedItem } from "../contract/types";

/** Items featured by administrators. */
export const discoverQuery = (limit = 24) => listQuery("all", api.listFeaturedItems, limit);

/** The charts of it alone. */
export const discoverChartsQuery = (limit = 24) => listQuery("charts", api.listFeaturedCharts, limit);

/** Topics that items are published to or featured under. */
export const topicsQuery = () =>
  queryOptions({ queryKey: ["topics"], queryFn: ({ signal }) => api.listTopics({ signal }) });

/** The items of a topic; those of all featured ones without a topic. */
export const topicItemsQuery = (topic: string | null, limit = 24) =>
  topic === null
    ? discoverQuery(limit)
    : infiniteQueryOptions({
        queryKey: ["topics", topic, { limit }],
        queryFn: ({ pageParam, signal }) => api.listTopicItems({ topic, limit, cursor: pageParam }, { signal }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      });

function listQuery(name: string, list: typeof api.listFeaturedCharts, limit: number) {
  return infiniteQueryOptions({
    queryKey: ["discover", name, { limit }],
    queryFn: ({ pageParam, signal }) => list({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}
