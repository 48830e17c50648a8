import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type UsageEntry, usageQuery } from "../../api/plan";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { formatAgo, formatCount } from "../../util/format";
import { paths } from "../../util/paths";

/** Every entry of the ledger: why was I charged? */
export function UsageCard() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    usageQuery(),
  );
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card>
      <CardHeader title="Usage" description="Every change of your credits, newest first." />
      {isPending && (
        <div className="flex flex-col gap-3 p-6">
          <LoadingNote>Loading your usage</LoadingNote>
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
        </div>
      )}
      {!data && error && (
        <ErrorState
          className="m-5"
          title="Your usage could not be loaded."
          description={describeFailure(error)}
          onRetry={() => refetch()}
        />
      )}
      {data && entries.length === 0 && (
        <p className="p-6 text-soft text-sm">Nothing yet. Your first question will be the first line.</p>
      )}
      {entries.length > 0 && (
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">What</th>
              <th scope="col">When</th>
              <th scope="col">Credits</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <UsageRow key={entry.number} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <div className="border-line border-t p-3 text-center">
          <Button look="quiet" size="small" isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

const kindTitles: Record<UsageEntry["kind"], string> = {
  grant: "Credits of the month",
  charge: "An answer",
  expiry: "Credits of the last month ran out",
  adjustment: "Set by an administrator",
};

function UsageRow({ entry: { kind, description, chatId, amount, createdAt } }: { entry: UsageEntry }) {
  const what = description || kindTitles[kind];
  return (
    <tr className="border-line border-t first:border-t-0">
      <td className="py-3 pr-3 pl-5 sm:pl-6">
        {chatId ? (
          <Link
            to={paths.chat(chatId)}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {what}
          </Link>
        ) : (
          what
        )}
      </td>
      <td className="whitespace-nowrap py-3 pr-3 text-right text-faint">{formatAgo(createdAt)}</td>
      <td
        className={classNames(
          "w-24 whitespace-nowrap py-3 pr-5 text-right font-medium sm:pr-6",
          amount > 0 ? "text-accent" : "text-ink",
        )}
      >
        {amount > 0 ? "+" : "−"}
        {formatCount(Math.abs(amount))}
      </td>
    </tr>
  );
}
