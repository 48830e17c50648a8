import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FeedbackItem, type FeedbackStatus, feedbackQuery, setFeedbackStatus } from "../../api/admin";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { filterRows } from "./table-rows";

const statusTitles: Record<FeedbackStatus, string> = { new: "New", seen: "Seen", done: "Done" };
const statuses = Object.keys(statusTitles) as FeedbackStatus[];

/** What people wrote, to be gone through. */
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
      title="User feedback"
      tools={
        <>
          <fieldset className="flex gap-1">
            <legend className="sr-only">Which feedback is shown</legend>
            {(["all", ...statuses] as const).map((choice) => (
              <Button
                key={choice}
                size="small"
                look={choice === status ? "secondary" : "quiet"}
                aria-pressed={choice === status}
                onClick={() => setStatus(choice)}
              >
                {choice === "all" ? "All" : statusTitles[choice]}
              </Button>
            ))}
          </fieldset>
          <FilterField label="Filter the feedback" value={query} onChange={setQuery} />
        </>
      }
    >
      <Loaded what="The feedback" isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label="User feedback"
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
      title: "Status",
      width: "w-32",
      sortBy: ({ status }) => statuses.indexOf(status),
      cell: (item) => <StatusSelect item={item} />,
    },
    {
      id: "text",
      title: "Feedback",
      cell: ({ id, text }) => (
        <button type="button" onClick={() => open(id)} className="block w-full truncate text-left hover:underline">
          {text}
        </button>
      ),
    },
    { id: "from", title: "From", width: "w-52", sortBy: senderOf, cell: senderOf },
    {
      id: "route",
      title: "Page",
      width: "w-40",
      sortBy: ({ metadata }) => metadata.route ?? null,
      cell: ({ metadata }) => metadata.route ?? "",
    },
    {
      id: "created",
      title: "When",
      width: "w-36",
      align: "right",
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
    },
  ];
}

function senderOf({ user, metadata }: FeedbackItem): string {
  return user?.email ?? metadata.email ?? "Somebody without an account";
}

function StatusSelect({ item: { id, status, text } }: { item: FeedbackItem }) {
  const [isSaving, setSaving] = useState(false);
  async function change(next: FeedbackStatus) {
    setSaving(true);
    try {
      await setFeedbackStatus(id, next);
    } catch (error) {
      void notify({ title: "The status was not changed.", description: describeFailure(error), color: "red" });
    } finally {
      setSaving(false);
    }
  }
  return (
    <select
      aria-label={`Status of: ${text.slice(0, 60)}`}
      value={status}
      disabled={isSaving}
      onChange={(event) => void change(event.target.value as FeedbackStatus)}
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
      title="Feedback"
      description={`${senderOf(item)}, ${formatAgo(item.createdAt)}${item.metadata.route ? `, on ${item.metadata.route}` : ""}`}
    >
      <div className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {item.text}
        </p>
        <div className="flex items-center gap-2 text-soft text-sm">
          Status <StatusSelect item={item} />
        </div>
      </div>
    </Dialog>
  );
}
