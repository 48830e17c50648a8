import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { fetchFile } from "./files";
import type { List } from "./list";
import { queryClient } from "./query-client";
import { request } from "./request";

/** Lists of the admin area that the server sorts, filters and exports. */
export type AdminList = "api-keys" | "audit-log" | "charts" | "domain-stats" | "portolans" | "user-usage";

export type Direction = "ascending" | "descending";

/** A choice of rows and their order; filters are those of the list. */
export interface AdminListQuery {
  q?: string;
  sort?: string;
  direction?: Direction;
  filters?: Readonly<Record<string, string>>;
}

const pageLimit = 100;

export const adminListQuery = <Row>(list: AdminList, query: AdminListQuery) =>
  infiniteQueryOptions({
    queryKey: ["admin", "list", list, query],
    queryFn: ({ pageParam, signal }) =>
      request<List<Row>>(apiPaths.adminList(list, { ...flat(query), limit: pageLimit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** Returns the whole list as a CSV file. */
export function exportAdminList(list: AdminList, query: AdminListQuery): Promise<Blob> {
  return fetchFile(apiPaths.adminList(list, { ...flat(query), format: "csv" }), "text/csv");
}

/** To be called when an action of an admin has changed rows. */
export async function adminListChanged(...lists: readonly AdminList[]): Promise<void> {
  const changed: readonly AdminList[] = [...lists, "audit-log"];
  await Promise.all(changed.map((list) => queryClient.invalidateQueries({ queryKey: ["admin", "list", list] })));
}

function flat({ filters, ...rest }: AdminListQuery) {
  return { ...rest, ...filters };
}
