import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UserUsage, userUsageQuery } from "../../api/admin";
import { formatAgo, formatCount } from "../../util/format";
import { useDebounced } from "../../util/use-debounced";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { userUsageScreen as strings } from "./strings";

const debounceMs = 200;

/** Credits spent and left per user. */
export function UserUsageScreen() {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), debounceMs);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    userUsageQuery(query),
  );
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminPage
      title={strings.userUsage}
      tools={<FilterField label={strings.searchUsers} value={typed} onChange={setTyped} />}
    >
      <Loaded what={strings.usage} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={strings.userUsage}
          columns={columns}
          rows={rows}
          keyOf={({ userId }) => userId}
          emptyText={emptyTextOf(query)}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        />
      </Loaded>
    </AdminPage>
  );
}

function numberColumn(
  id: keyof UserUsage & string,
  title: string,
  valueIn: (row: UserUsage) => number,
): AdminColumn<UserUsage> {
  return { id, title, width: "w-32", align: "right", sortBy: valueIn, cell: (row) => formatCount(valueIn(row)) };
}

const columns: readonly AdminColumn<UserUsage>[] = [
  {
    id: "person",
    title: strings.user,
    sortBy: nameOf,
    cell: (person) => (
      <>
        <b className="font-medium">{nameOf(person)}</b>{" "}
        {person.username && <span className="text-faint">{person.email}</span>}
      </>
    ),
  },
  {
    id: "tier",
    title: strings.plan,
    width: "w-24",
    sortBy: ({ tier }) => tier,
    cell: ({ tier }) => <span className="capitalize">{tier}</span>,
  },
  {
    id: "left",
    title: strings.creditsLeft,
    width: "w-40",
    align: "right",
    sortBy: ({ creditsLeft }) => creditsLeft,
    cell: ({ creditsLeft, creditsTotal }) => (
      <span className={creditsLeft <= 0 ? "text-danger" : undefined}>
        {formatCount(creditsLeft)} <span className="text-faint">/ {formatCount(creditsTotal)}</span>
      </span>
    ),
  },
  numberColumn("charged30d", strings.used30Days, ({ charged30d }) => charged30d),
  numberColumn("turns30d", strings.messages30Days, ({ turns30d }) => turns30d),
  {
    id: "last",
    title: strings.lastActive,
    width: "w-36",
    align: "right",
    sortBy: ({ lastTurnAt }) => lastTurnAt ?? null,
    cell: ({ lastTurnAt }) => (lastTurnAt ? <time dateTime={lastTurnAt}>{formatAgo(lastTurnAt)}</time> : strings.never),
  },
];

export function nameOf({ username, email, userId }: UserUsage): string {
  return username ?? email ?? userId;
}
