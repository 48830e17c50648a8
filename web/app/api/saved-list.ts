import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

export type SavedKind = "chart" | "board" | "portolan" | "chat";

/** A bookmark. */
export interface SavedItem {
  kind: SavedKind;
  id: string;
  title: string;
  savedAt: string;
  author?: { username?: string | null } | null;
  thumbnailUrl?: string | null;
}

/** Saved items, newest first. */
export const savedListQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.saved, "list", { limit }],
    queryFn: ({ pageParam, signal }) =>
      request<List<SavedItem>>(apiPaths.saved({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function setSaved(kind: SavedKind, id: string, isSaved: boolean): Promise<void> {
  await request(apiPaths.savedThing(kind, id), { method: isSaved ? "PUT" : "DELETE" });
  await queryClient.invalidateQueries({ queryKey: queryKeys.saved });
}
