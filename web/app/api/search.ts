import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { ItemKind } from "../util/things";
import type { List } from "./list";
import { request } from "./request";

/** Something that holds the words that were looked for. */
export interface SearchHit {
  kind: ItemKind;
  id: string;
  title: string;
  /** Plain text; the found words stand between U+E000 and U+E001. */
  snippet?: string | null;
  /** The turn that the snippet is from. */
  turnId?: string | null;
  updatedAt: string;
}

/** One's own things, and public ones. Nothing is asked for an empty query. */
export const searchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ["search", { q, limit }],
    queryFn: async ({ signal }) => (await request<List<SearchHit>>(apiPaths.search({ q, limit }), { signal })).items,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
