import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allApiKeysQuery, type OwnedApiKey } from "../../api/api-keys";
import { formatAgo, formatDay } from "../../util/format";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { apiKeysScreen as text } from "./strings";
import { filterRows } from "./table-rows";

/** Every key that programs call the API with; the keys themselves are known to no one but their owners. */
export function ApiKeysScreen() {
  const [query, setQuery] = useState("");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(allApiKeysQuery());
  const keys = data?.pages.flatMap((page) => page.items) ?? [];
  const rows = filterRows(keys, (key) => `${key.name} ${key.prefix} ${ownerOf(key)} ${key.scopes.join(" ")}`, query);
  return (
    <AdminPage
      title={text.apiKeys}
      tools={<FilterField label={text.filterApiKeys} value={query} onChange={setQuery} />}
    >
      <Loaded what={text.apiKeys} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={text.apiKeys}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          emptyText={emptyTextOf(query)}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        />
      </Loaded>
    </AdminPage>
  );
}

const columns: readonly AdminColumn<OwnedApiKey>[] = [
  {
    id: "name",
    title: text.name,
    sortBy: ({ name }) => name,
    cell: ({ name }) => <b className="font-medium">{name}</b>,
  },
  {
    id: "prefix",
    title: text.prefix,
    width: "w-36",
    cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}…</code>,
  },
  { id: "owner", title: text.owner, width: "w-44", sortBy: ownerOf, cell: ownerOf },
  {
    id: "scopes",
    title: "May",
    width: "w-44",
    cell: ({ scopes }) => (scopes.length === 0 ? text.fullAccess : scopes.join(", ")),
  },
  {
    id: "created",
    title: text.created,
    width: "w-28",
    align: "right",
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDay(createdAt)}</time>,
  },
  {
    id: "used",
    title: text.lastUsed,
    width: "w-32",
    align: "right",
    sortBy: ({ lastUsedAt }) => lastUsedAt ?? null,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <time dateTime={lastUsedAt}>{formatAgo(lastUsedAt)}</time> : text.never),
  },
];

function ownerOf({ user }: OwnedApiKey): string {
  return user?.username ?? user?.email ?? user?.id ?? text.none;
}
