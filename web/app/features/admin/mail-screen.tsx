import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MailFilter, type MailMessage, mailQuery, retryMail } from "../../api/admin";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { formatAgo } from "../../util/format";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { mailScreen as strings } from "./strings";
import { filterRows } from "./table-rows";

const filterTitles: Record<MailFilter, string> = {
  stuck: strings.stuck,
  queued: strings.queued,
  sent: strings.sent,
  all: strings.all,
};
const filters = Object.keys(filterTitles) as MailFilter[];

/** The queue of verification emails and text messages, beginning with those that are stuck. */
export function MailScreen() {
  const [filter, setFilter] = useState<MailFilter>("stuck");
  const [query, setQuery] = useState("");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(mailQuery(filter));
  const rows = filterRows(
    data?.pages.flatMap((page) => page.items) ?? [],
    (message) => `${message.recipient} ${purposeOf(message)} ${statusOf(message)} ${message.lastError ?? ""}`,
    query,
  );
  return (
    <AdminPage
      title={strings.mail}
      tools={
        <>
          <fieldset className="flex gap-1">
            <legend className="sr-only">{strings.filterByStatus}</legend>
            {filters.map((choice) => (
              <Button
                key={choice}
                size="small"
                look={choice === filter ? "secondary" : "quiet"}
                aria-pressed={choice === filter}
                onClick={() => setFilter(choice)}
              >
                {filterTitles[choice]}
              </Button>
            ))}
          </fieldset>
          <FilterField label={strings.filterMessages} value={query} onChange={setQuery} />
        </>
      }
    >
      <Loaded what={strings.theMessages} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={strings.mail}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          emptyText={query === "" ? emptyTexts[filter] : emptyTextOf(query)}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        />
      </Loaded>
    </AdminPage>
  );
}

const emptyTexts: Record<MailFilter, string> = {
  stuck: strings.noStuckMessages,
  queued: strings.noQueuedMessages,
  sent: emptyTextOf(""),
  all: emptyTextOf(""),
};

const columns: readonly AdminColumn<MailMessage>[] = [
  {
    id: "status",
    title: strings.status,
    width: "w-24",
    sortBy: statusOf,
    cell: (message) => (
      <span className={message.status === "failed" ? "text-danger" : undefined}>{statusOf(message)}</span>
    ),
  },
  {
    id: "recipient",
    title: strings.recipient,
    width: "w-52",
    sortBy: ({ recipient }) => recipient,
    cell: ({ recipient }) => <span title={recipient}>{recipient}</span>,
  },
  { id: "message", title: strings.message, width: "w-48", sortBy: purposeOf, cell: purposeOf },
  {
    id: "attempts",
    title: strings.attempts,
    width: "w-24",
    align: "right",
    sortBy: ({ attempts }) => attempts,
    cell: ({ attempts }) => attempts,
  },
  {
    id: "due",
    title: strings.nextAttempt,
    width: "w-32",
    align: "right",
    sortBy: ({ status, dueAt }) => (status === "waiting" ? dueAt : null),
    cell: (message) => nextAttemptOf(message),
  },
  {
    id: "error",
    title: strings.lastError,
    sortBy: ({ lastError }) => lastError,
    cell: ({ lastError }) => <span title={lastError ?? undefined}>{lastError}</span>,
  },
  {
    id: "created",
    title: strings.created,
    width: "w-32",
    align: "right",
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
  },
  {
    id: "actions",
    title: strings.actions,
    width: "w-24",
    align: "right",
    cell: (message) => message.status !== "sent" && !isExpired(message) && <RetryButton message={message} />,
  },
];

function statusOf({ status, lastError }: MailMessage): string {
  if (status === "waiting") return lastError === null ? strings.queued : strings.retrying;
  return status === "sent" ? strings.sent : strings.failed;
}

/** "Email, magic link". */
function purposeOf({ kind, purpose }: MailMessage): string {
  return `${kind === "mail" ? strings.email : strings.textMessage}, ${purpose.replaceAll("_", " ")}`;
}

function isExpired({ expiresAt }: MailMessage): boolean {
  return Date.parse(expiresAt) <= Date.now();
}

function nextAttemptOf(message: MailMessage) {
  if (message.status === "sent") return null;
  if (isExpired(message)) return strings.expired;
  if (message.status === "failed") return null;
  const wait = Date.parse(message.dueAt) - Date.now();
  if (wait <= 0) return strings.now;
  return <time dateTime={message.dueAt}>{wait < 60_000 ? strings.withinAMinute : formatAgo(message.dueAt)}</time>;
}

function RetryButton({ message: { id, recipient } }: { message: MailMessage }) {
  const { run, isPending } = useApiMutation({
    run: () => retryMail(id),
    success: { title: strings.sendingAgain(recipient) },
    failed: strings.couldntRetry,
  });
  return (
    <Button size="small" aria-label={strings.retryTo(recipient)} isPending={isPending} onClick={() => run()}>
      {strings.retry}
    </Button>
  );
}
