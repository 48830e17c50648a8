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
  "contributor-applications": api.listApplications,
  "domain-stats": api.listDomainStats,
  feedback: api.listFeedback,
  mail: api.listMail,
  portolans: api.listAdminPortolans,
  proposals: api.listProposals,
  replays: api.listReplays,
  "user-usage": api.listUserUsage,
} as const;

export type AdminList = keyof typeof lists;

/** A row of a list, as the server answers it. */
export type AdminRow<List extends AdminList> = Awaited<ReturnType<(typeof lists)[List]>>["items"][number];

type ListParameters<List extends AdminList> = NonNullable<Parameters<(typeof lists)[List]>[0]>;

/** A choice of rows and their order: the parameters of the list's route, without those of its pages. */
export type AdminListQuery<List extends AdminList> = Omit<ListParameters<List>, "limit" | "cursor" | "format">;

/** The server's names of a list's orders; never where it has at most one. */
export type AdminListSort<List extends AdminList> = "sort" extends keyof ListParameters<List>
  ? Extract<ListParameters<List>["sort"], string>
  : never;

type ReadPage<Row> = (
  parameters: object,
  options: api.CallOptions,
) => Promise<{ items: Row[]; nextCursor?: string | null }>;

const pageLimit = 100;

/** Key of the queries of a list; each query follows it. */
export const adminListKey = (list: AdminList) => ["admin", "list", list] as const;

export const adminListQuery = <List extends AdminList>(list: List, query: AdminListQuery<List>) => {
  const readPage = lists[list] as ReadPage<AdminRow<List>>;
  return infiniteQueryOptions({
    queryKey: [...adminListKey(list), query],
    queryFn: ({ pageParam, signal }) => readPage({ ...query, limit: pageLimit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
};

/** Returns the whole list as a CSV file. */
export function exportAdminList<List extends AdminList>(list: List, query: AdminListQuery<List>): Promise<Blob> {
  return fetchFile(withQuery(`/api/admin/${list}`, { ...query, format: "csv" }), "text/csv");
}

/** Returns a list that has no pages as a CSV file. */
export function exportAdminCsv(list: "discover" | "models"): Promise<Blob> {
  return fetchFile(withQuery(`/api/admin/${list}`, { format: "csv" }), "text/csv");
}

/** To be called when an action of an admin has changed rows. */
export async function adminListChanged(...changed: readonly AdminList[]): Promise<void> {
  const stale: readonly AdminList[] = [...changed, "audit-log"];
  await Promise.all(stale.map((list) => queryClient.invalidateQueries({ queryKey: adminListKey(list) })));
}
