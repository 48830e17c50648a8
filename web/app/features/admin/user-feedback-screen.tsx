import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FeedbackItem, type FeedbackStatus, feedbackQuery, setFeedbackStatus } from "../../api/admin";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { userFeedbackScreen as strings } from "./strings";
import { filterRows } from "./table-rows";

const statusTitles: Record<FeedbackStatus, string> = { new: strings.new, seen: strings.reviewed, done: strings.done };
const statuses = Object.keys(statusTitles) as FeedbackStatus[];

/** User feedback with its review status. */
export function UserFeedbackScreen() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(feedbackQuery());
  const [status, setStatus] = useState<FeedbackStatus | "all">("all");
  const [query, setQuery] = useState("");
  const [openedId, setOpenedId] = useState<string | null>(null);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const rows = filterRows(
    items.filter((item) => status === "all" || item.status === status),
    ({ text, user, metadata }) => `${text} ${user?.email ?? ""} ${metadata.email ?? ""} ${metadata.route ?? ""}`,
    query,
  );
  const opened = items.find(({ id }) => id === openedId);
  return (
    <AdminPage
      title={strings.userFeedback}
      tools={
        <>
          <fieldset className="flex gap-1">
            <legend className="sr-only">{strings.filterByStatus}</legend>
            {(["all", ...statuses] as const).map((choice) => (
              <Button
                key={choice}
                size="small"
                look={choice === status ? "secondary" : "quiet"}
                aria-pressed={choice === status}
                onClick={() => setStatus(choice)}
              >
                {choice === "all" ? strings.all : statusTitles[choice]}
              </Button>
            ))}
          </fieldset>
          <FilterField label={strings.filterFeedback} value={query} onChange={setQuery} />
        </>
      }
    >
      <Loaded what={strings.theFeedback} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={strings.userFeedback}
          columns={columnsWith(setOpenedId)}
          rows={rows}
          keyOf={({ id }) => id}
          emptyText={emptyTextOf(query)}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        />
      </Loaded>
      {opened && <FeedbackDialog item={opened} onClose={() => setOpenedId(null)} />}
    </AdminPage>
  );
}

function columnsWith(open: (id: string) => void): readonly AdminColumn<FeedbackItem>[] {
  return [
    {
      id: "status",
      title: strings.status,
      width: "w-32",
      sortBy: ({ status }) => statuses.indexOf(status),
      cell: (item) => <StatusSelect item={item} />,
    },
    {
      id: "text",
      title: strings.feedback,
      cell: ({ id, text }) => (
        <button type="button" onClick={() => open(id)} className="block w-full truncate text-left hover:underline">
          {text}
        </button>
      ),
    },
    { id: "from", title: strings.from, width: "w-52", sortBy: senderOf, cell: senderOf },
    {
      id: "route",
      title: strings.page,
      width: "w-40",
      sortBy: ({ metadata }) => metadata.route ?? null,
      cell: ({ metadata }) => metadata.route ?? "",
    },
    {
      id: "created",
      title: strings.when,
      width: "w-36",
      align: "right",
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
    },
  ];
}

function senderOf({ user, metadata }: FeedbackItem): string {
  return user?.email ?? metadata.email ?? strings.signedOutVisitor;
}

function StatusSelect({ item: { id, status, text } }: { item: FeedbackItem }) {
  const change = useApiMutation({
    run: (next: FeedbackStatus) => setFeedbackStatus(id, next),
    failed: strings.couldntChangeTheStatus,
  });
  return (
    <select
      aria-label={strings.statusOf(text.slice(0, 60))}
      value={status}
      disabled={change.isPending}
      onChange={(event) => change.run(event.target.value as FeedbackStatus)}
      className={classNames(
        "h-7 rounded-md border border-line bg-raised px-1.5 text-sm",
        status === "new" && "font-medium text-accent-strong",
      )}
    >
      {statuses.map((choice) => (
        <option key={choice} value={choice}>
          {statusTitles[choice]}
        </option>
      ))}
    </select>
  );
}

function FeedbackDialog({ item, onClose }: { item: FeedbackItem; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={strings.feedback}
      description={`${senderOf(item)}, ${formatAgo(item.createdAt)}${item.metadata.route ? strings.on(item.metadata.route) : ""}`}
    >
      <div className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {item.text}
        </p>
        <div className="flex items-center gap-2 text-soft text-sm">
          {strings.status} <StatusSelect item={item} />
        </div>
      </div>
    </Dialog>
  );
}
