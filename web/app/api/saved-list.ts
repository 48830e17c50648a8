import { infiniteQueryOptions } from "@tanstack/react-query";
import type { SavedKind } from "../contract/types";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type { SavedItem, SavedKind } from "../contract/types";

/** Saved items, newest first. */
export const savedListQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.saved, "list", { limit }],
    queryFn: ({ pageParam, signal }) => api.listSaved({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function setSaved(kind: SavedKind, id: string, isSaved: boolean): Promise<void> {
  await (isSaved ? api.saveItem : api.unsaveItem)({ kind, itemId: id });
  await queryClient.invalidateQueries({ queryKey: queryKeys.saved });
}
