import { useInfiniteQuery } from "@tanstack/react-query";
import { userLedgerQuery } from "../../api/admin-users";
import type { UserUsage } from "../../contract/types";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { formatCount, formatDay } from "../../util/format";
import { Loaded } from "./admin-page";
import { ledgerDialog as strings } from "./strings";

/** A user's ledger: why credits came and went. */
export function LedgerDialog({ user, onClose }: { user: UserUsage; onClose: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    userLedgerQuery(user.userId),
  );
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={strings.ledger} description={user.username ?? user.email ?? user.userId}>
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <Loaded what={strings.theLedger} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
          {entries.length === 0 && <p className="text-soft text-sm">{strings.noEntries}</p>}
          <ul aria-label={strings.ledger} className="divide-y divide-line text-sm">
            {entries.map(({ number, kind, amount, balanceAfter, description, createdAt }) => (
              <li key={number} className="flex gap-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block break-words">{description}</span>
                  <span className="text-faint text-xs">
                    {strings.kinds[kind]}, <time dateTime={createdAt}>{formatDay(createdAt)}</time>
                  </span>
                </span>
                <span data-numeric className="shrink-0 text-right">
                  <span className="block">
                    {amount > 0 ? "+" : "−"}
                    {formatCount(Math.abs(amount))}
                  </span>
                  <span className="text-faint text-xs">{strings.left(formatCount(balanceAfter))}</span>
                </span>
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {strings.loadMore}
            </Button>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
