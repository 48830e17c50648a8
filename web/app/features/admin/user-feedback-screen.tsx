import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { type FeedbackItem, type FeedbackStatus, replyToFeedback, setFeedbackStatus } from "../../api/admin";
import { useApiForm } from "../../api/use-api-form";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { notify } from "../../ui/toast";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { AdminListPage, FilterChoice } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { userFeedbackScreen as strings } from "./strings";

const statusTitles: Record<FeedbackStatus, string> = { new: strings.new, seen: strings.reviewed, done: strings.done };
const statuses = Object.keys(statusTitles) as FeedbackStatus[];
const filters = { all: strings.all, ...statusTitles };

/** User feedback with its review status and replies. */
export function UserFeedbackScreen() {
  const [status, setStatus] = useState<FeedbackStatus | "all">("all");
  const [opened, setOpened] = useState<FeedbackItem | null>(null);
  return (
    <>
      <AdminListPage
        list="feedback"
        title={strings.userFeedback}
        searchLabel={strings.searchFeedback}
        columns={columnsWith(setOpened)}
        firstOrder="created"
        {...(status !== "all" && { filters: { status } })}
        keyOf={({ id }) => id}
        tools={<FilterChoice legend={strings.filterByStatus} choices={filters} value={status} onChoose={setStatus} />}
      />
      {opened && <FeedbackDialog item={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function columnsWith(open: (item: FeedbackItem) => void): readonly AdminColumn<FeedbackItem, never>[] {
  return [
    {
      id: "status",
      title: strings.status,
      isControl: true,
      width: 9.5,
      cell: (item) => <StatusSelect item={item} />,
    },
    {
      id: "text",
      title: strings.feedback,
      cell: (item) => (
        <button type="button" onClick={() => open(item)} className="block w-full truncate text-left hover:underline">
          {item.text}
        </button>
      ),
    },
    { id: "from", title: strings.from, width: 13, cell: senderOf },
    {
      id: "route",
      title: strings.page,
      width: 10,
      cell: (item) => <RouteLink item={item} />,
    },
    {
      id: "created",
      title: strings.when,
      width: 9,
      align: "right",
      isOnlyOrder: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
    },
  ];
}

function senderOf({ user, metadata }: FeedbackItem): string {
  return user?.email ?? metadata.email ?? strings.signedOutVisitor;
}

interface StatusSelectProps {
  item: FeedbackItem;
  onChanged?: (status: FeedbackStatus) => void;
}

function StatusSelect({ item: { id, status, text }, onChanged }: StatusSelectProps) {
  const change = useApiMutation({
    run: async (next: FeedbackStatus) => {
      await setFeedbackStatus(id, next);
      onChanged?.(next);
    },
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

/** The page that feedback is about, as a link where it's one of this site. */
function RouteLink({ item }: { item: FeedbackItem }) {
  const route = item.metadata.route ?? "";
  const isOwn = /^\/(?![/\\])/.test(route);
  return isOwn ? (
    <Link to={route} className="hover:underline">
      {route}
    </Link>
  ) : (
    route
  );
}

function FeedbackDialog({ item, onClose }: { item: FeedbackItem; onClose: () => void }) {
  const canReply = Boolean(item.user?.email ?? item.metadata.email) && !item.repliedAt;
  const [status, setStatus] = useState(item.status);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={strings.feedback}
      description={`${senderOf(item)}, ${formatAgo(item.createdAt)}`}
    >
      <div className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {item.text}
        </p>
        {item.metadata.route && (
          <p className="text-soft text-sm">
            {strings.page}: <RouteLink item={item} />
          </p>
        )}
        <div className="flex items-center gap-2 text-soft text-sm">
          {strings.status} <StatusSelect item={{ ...item, status }} onChanged={setStatus} />
        </div>
        {item.repliedAt && (
          <div className="border-line border-t pt-4 text-sm">
            <p className="text-faint">{strings.repliedAgo(formatAgo(item.repliedAt))}</p>
            <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{item.reply}</p>
          </div>
        )}
        {canReply && <ReplyForm item={item} onSent={onClose} />}
      </div>
    </Dialog>
  );
}

const schema = z.object({
  text: z.string().check(z.trim(), z.minLength(1, strings.enterAReply), z.maxLength(10_000, strings.replyTooLong)),
});

function ReplyForm({ item, onSent }: { item: FeedbackItem; onSent: () => void }) {
  const form = useApiForm({
    initial: { text: "" },
    schema,
    submit: async ({ text }) => {
      await replyToFeedback(item.id, text);
      void notify({ title: strings.replyQueued(senderOf(item)), color: "green" });
      onSent();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 border-line border-t pt-4">
      <TextField label={strings.reply} hint={strings.replyHint} rows={4} {...form.field("text")} />
      <FormFailures {...form} labels={{ text: strings.reply }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {strings.sendReply}
      </Button>
    </form>
  );
}
