import { useState } from "react";
import { type MailFilter, type MailMessage, retryMail } from "../../api/admin";
import type { AdminListSort } from "../../api/admin-lists";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { formatAgo } from "../../util/format";
import { AdminListPage, FilterChoice } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { mailScreen as strings } from "./strings";

const filterTitles: Record<MailFilter, string> = {
  stuck: strings.stuck,
  queued: strings.queued,
  sent: strings.sent,
  all: strings.all,
};

const emptyTexts: Record<MailFilter, string> = {
  stuck: strings.noStuckMessages,
  queued: strings.noQueuedMessages,
  sent: strings.noSentMessages,
  all: strings.noMessages,
};

/** How often the queue is read again while it is open. */
const refetchMs = 5_000;

/** The queue of emails and text messages, beginning with those that are stuck. */
export function MailScreen() {
  const [filter, setFilter] = useState<MailFilter>("stuck");
  return (
    <AdminListPage
      list="mail"
      title={strings.mail}
      searchLabel={strings.searchMessages}
      columns={columns}
      firstOrder="created"
      filters={{ status: filter }}
      keyOf={({ id }) => id}
      refetchMs={refetchMs}
      emptyText={emptyTexts[filter]}
      tools={
        <FilterChoice legend={strings.filterByStatus} choices={filterTitles} value={filter} onChoose={setFilter} />
      }
    />
  );
}

const columns: readonly AdminColumn<MailMessage, AdminListSort<"mail">>[] = [
  {
    id: "status",
    title: strings.status,
    width: 6,
    cell: (message) => (
      <span className={message.status === "failed" ? "text-danger" : undefined}>{statusOf(message)}</span>
    ),
  },
  {
    id: "recipient",
    title: strings.recipient,
    sortKey: "recipient",
    width: 13,
    cell: ({ recipient }) => <span title={recipient}>{recipient}</span>,
  },
  { id: "message", title: strings.message, width: 12, cell: purposeOf },
  {
    id: "attempts",
    title: strings.attempts,
    width: 6,
    align: "right",
    cell: ({ attempts }) => attempts,
  },
  {
    id: "due",
    title: strings.nextAttempt,
    width: 8,
    align: "right",
    cell: (message) => nextAttemptOf(message),
  },
  {
    id: "error",
    title: strings.lastError,
    cell: ({ lastError }) => <span title={lastError ?? undefined}>{lastError}</span>,
  },
  {
    id: "created",
    title: strings.created,
    width: 8,
    align: "right",
    sortKey: "createdAt",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
  },
  {
    id: "actions",
    title: strings.actions,
    isControl: true,
    width: 6,
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
