import { infiniteQueryOptions } from "@tanstack/react-query";
import { withQuery } from "../util/with-query";
import { fetchFile } from "./files";
import * as api from "./operations";
import { queryClient } from "./query-client";

/** Lists of the admin area that the server sorts, filters and exports. */
const lists = {
  "api-keys": api.listAllApiKeys,
  "audit-log": api.listAdminActions,
  charts: api.listAdminCharts,
  "chats/latest": api.latestChats,
  contributors: api.listContributors,
  "domain-stats": api.listDomainStats,
  feedback: api.listFeedback,
  mail: api.listMail,
  portolans: api.listAdminPortolans,
  replays: api.listReplays,
  "user-usage": api.listUserUsage,
} as const;

export type AdminList = keyof typeof lists;

/** A row of a list, as the server answers it. */
export type AdminRow<List extends AdminList> = Awaited<ReturnType<(typeof lists)[List]>>["items"][number];

export type Direction = "ascending" | "descending";

/** A choice of rows and their order; filters are those of the list. */
export interface AdminListQuery {
  q?: string;
  sort?: string;
  direction?: Direction;
  filters?: Readonly<Record<string, string>>;
}

type ReadPage<Row> = (
  parameters: object,
  options: api.CallOptions,
) => Promise<{ items: Row[]; nextCursor?: string | null }>;

const pageLimit = 100;

/** Key of the queries of a list; each query follows it. */
export const adminListKey = (list: AdminList) => ["admin", "list", list] as const;

export const adminListQuery = <List extends AdminList>(list: List, query: AdminListQuery) => {
  // Each list has its own words to sort and filter by; the columns of its screen name them.
  const readPage = lists[list] as ReadPage<AdminRow<List>>;
  return infiniteQueryOptions({
    queryKey: [...adminListKey(list), query],
    queryFn: ({ pageParam, signal }) => readPage({ ...flat(query), limit: pageLimit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
};

/** Returns the whole list as a CSV file. */
export function exportAdminList(list: AdminList, query: AdminListQuery): Promise<Blob> {
  return fetchFile(withQuery(`/api/admin/${list}`, { ...flat(query), format: "csv" }), "text/csv");
}

/** To be called when an action of an admin has changed rows. */
export async function adminListChanged(...changed: readonly AdminList[]): Promise<void> {
  const stale: readonly AdminList[] = [...changed, "audit-log"];
  await Promise.all(stale.map((list) => queryClient.invalidateQueries({ queryKey: adminListKey(list) })));
}

function flat({ q, sort, direction, filters }: AdminListQuery) {
  return { ...(q && { q }), ...(sort && { sort }), direction, ...filters };
}
