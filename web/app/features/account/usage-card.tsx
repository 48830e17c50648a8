import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type UsageEntry, usageQuery } from "../../api/plan";
import { QueryBoundary } from "../../api/query-boundary";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { formatAgo, formatCount, formatMoment, formatSigned } from "../../util/format";
import { paths } from "../../util/page-paths";
import { usageCard as strings } from "./strings";

/** Every entry of the ledger: why was I charged? */
export function UsageCard() {
  const query = useInfiniteQuery(usageQuery());
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Card id="usage" className="scroll-mt-20 overflow-hidden">
      <CardHeader title={strings.creditHistory} description={strings.description} />
      <QueryBoundary
        query={query}
        what={strings.yourUsage}
        className="m-5"
        skeleton={<UsagePlaceholder />}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={<p className="p-6 text-soft text-sm">{strings.noUsageYetYourFirst}</p>}
      >
        {({ pages }) => <UsageTable entries={pages.flatMap(({ items }) => items)} />}
      </QueryBoundary>
      {hasNextPage && (
        <div className="border-line border-t p-3 text-center">
          <Button look="quiet" size="small" isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {strings.showMore}
          </Button>
        </div>
      )}
    </Card>
  );
}

function UsagePlaceholder() {
  return (
    <div className="flex flex-col gap-3 p-6">
      <Skeleton className="h-5" />
      <Skeleton className="h-5" />
      <Skeleton className="h-5" />
    </div>
  );
}

function UsageTable({ entries }: { entries: readonly UsageEntry[] }) {
  return (
    <table className="w-full text-sm">
      <thead className="text-faint text-xs">
        <tr>
          <th scope="col" className="py-2.5 pr-3 pl-5 text-left font-medium sm:pl-6">
            {strings.descriptionColumn}
          </th>
          <th scope="col" className="py-2.5 pr-3 text-right font-medium max-sm:hidden">
            {strings.date}
          </th>
          <th scope="col" className="py-2.5 pr-3 text-right font-medium">
            {strings.credits}
          </th>
          <th scope="col" className="py-2.5 pr-5 text-right font-medium sm:pr-6">
            {strings.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <UsageRow key={entry.number} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

const kindTitles: Record<UsageEntry["kind"], string> = {
  grant: strings.creditsAdded,
  charge: strings.answer,
  expiry: strings.unusedCreditsExpired,
  adjustment: strings.adjustment,
};

function UsageRow({ entry }: { entry: UsageEntry }) {
  const { kind, description, chatId, chatTitle, question, turnId, amount } = entry;
  const { balanceAfter, estimated = false, createdAt } = entry;
  const what = question || chatTitle || description || kindTitles[kind];
  // The description of an answer comes from the server.
  const work = what === description ? "" : workOf(entry) || description;
  const details = [question ? chatTitle : "", work].filter(Boolean).join(" · ");
  const when = formatMoment(createdAt);
  return (
    <tr className="border-line border-t">
      <td className="py-3 pr-3 pl-5 sm:pl-6">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {chatId ? (
            <Link
              to={paths.chat(chatId, turnId ?? undefined)}
              className="line-clamp-2 underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
            >
              {what}
            </Link>
          ) : (
            what
          )}
          {estimated && (
            <span title={strings.theModelProviderHasntReported}>
              <Badge tone="warning">{strings.estimated}</Badge>
            </span>
          )}
        </span>
        {details !== "" && <span className="block text-faint text-xs">{details}</span>}
        <time dateTime={createdAt} title={when} className="block text-faint text-xs sm:hidden">
          {formatAgo(createdAt)}
        </time>
      </td>
      <td className="whitespace-nowrap py-3 pr-3 text-right text-faint max-sm:hidden">
        <time dateTime={createdAt} title={when}>
          {formatAgo(createdAt)}
        </time>
      </td>
      <td
        className={classNames(
          "whitespace-nowrap py-3 pr-3 text-right font-medium",
          amount > 0 ? "text-accent" : "text-ink",
        )}
      >
        {formatSigned(amount)}
      </td>
      <td className="whitespace-nowrap py-3 pr-5 text-right text-soft sm:pr-6">{formatCount(balanceAfter)}</td>
    </tr>
  );
}

/** Returns the model and token counts of a charge. */
function workOf({ model, inputTokens, outputTokens }: UsageEntry): string {
  const tokens =
    inputTokens == null || outputTokens == null
      ? null
      : strings.inputTokensOutputTokens(formatCount(inputTokens), formatCount(outputTokens));
  return [model, tokens].filter(Boolean).join(", ");
}
