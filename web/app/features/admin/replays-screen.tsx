import { useState } from "react";
import { cancelReplay, type ReplayRun, type ReplayStatus, resumeReplay } from "../../api/admin-replays";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { Badge, type BadgeTone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatAgo, formatCount, formatDay } from "../../util/format";
import { AdminListPage, FilterChoice } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { ReplayComparisonDialog } from "./replay-comparison-dialog";
import { StartReplayDialog } from "./start-replay-dialog";
import { replaysScreen as strings } from "./strings";

type Filter = "all" | "running" | "completed" | "interrupted" | "failed";

/** How often the list is read again while it is open. */
const refetchMs = 2_000;

const tones: Record<ReplayStatus, BadgeTone> = {
  queued: "neutral",
  running: "accent",
  completed: "neutral",
  cancelled: "neutral",
  failed: "danger",
  interrupted: "warning",
};

/** Batch replays of stored chats: started, watched and compared here. */
export function ReplaysScreen() {
  const [filter, setFilter] = useState<Filter>("all");
  const [isStarting, setStarting] = useState(false);
  const [compared, setCompared] = useState<ReplayRun | null>(null);
  const [cancelling, setCancelling] = useState<ReplayRun | null>(null);
  return (
    <>
      <AdminListPage
        list="replays"
        title={strings.replays}
        columns={columnsOf(setCompared, setCancelling)}
        firstOrder="created"
        {...(filter !== "all" && { filters: { status: filter } })}
        keyOf={({ id }) => id}
        refetchMs={refetchMs}
        emptyText={strings.noReplays}
        tools={
          <>
            <FilterChoice
              legend={strings.filterByStatus}
              choices={strings.filters}
              value={filter}
              onChoose={setFilter}
            />
            <Button size="small" look="primary" onClick={() => setStarting(true)}>
              {strings.startReplay}
            </Button>
          </>
        }
      />
      {isStarting && <StartReplayDialog onClose={() => setStarting(false)} />}
      {compared && <ReplayComparisonDialog run={compared} onClose={() => setCompared(null)} />}
      {cancelling && (
        <ConfirmDialog
          title={strings.cancelReplay}
          description={strings.cancelDescription}
          confirmLabel={strings.cancelReplay}
          describeFailure={describeFailure}
          onConfirm={() => cancelReplay(cancelling.id)}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}

function columnsOf(
  compare: (run: ReplayRun) => void,
  cancel: (run: ReplayRun) => void,
): readonly AdminColumn<ReplayRun, never>[] {
  return [
    {
      id: "status",
      title: strings.status,
      width: 7,
      cell: ({ status, error }) => (
        <span title={error ?? undefined}>
          <Badge tone={tones[status]}>{strings.statuses[status]}</Badge>
        </span>
      ),
    },
    { id: "chats", title: strings.chats, cell: (run) => selectionOf(run) },
    { id: "model", title: strings.model, width: 9, cell: ({ model }) => model ?? strings.originalModel },
    { id: "progress", title: strings.turns, width: 10, cell: (run) => <Progress run={run} /> },
    {
      id: "differing",
      title: strings.differing,
      width: 6,
      align: "right",
      cell: ({ differing }) => formatCount(differing),
    },
    {
      id: "credits",
      title: strings.credits,
      width: 6,
      align: "right",
      cell: ({ credits }) => formatCount(credits),
    },
    {
      id: "created",
      title: strings.started,
      width: 8,
      align: "right",
      isOnlyOrder: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
    },
    {
      id: "actions",
      title: strings.actions,
      isControl: true,
      width: 13,
      align: "right",
      cell: (run) => <Actions run={run} onCompare={() => compare(run)} onCancel={() => cancel(run)} />,
    },
  ];
}

/** "Latest 50, since Nov 20, 2026, rated down". */
export function selectionOf({ selection: { latest, since, userId, rating, tag, tier } }: ReplayRun): string {
  const parts = [
    latest != null && strings.latest(formatCount(latest)),
    since != null && strings.since(formatDay(since)),
    userId != null && strings.ofOneUser,
    rating != null && strings.ratings[rating],
    tag != null && strings.tagged(tag),
    tier != null && strings.onPlan(tier),
  ];
  return parts.filter(Boolean).join(", ");
}

function Progress({ run: { done, turns, status } }: { run: ReplayRun }) {
  const words = strings.doneOf(formatCount(done), formatCount(turns));
  if (status !== "running") return words;
  return (
    <span className="flex items-center gap-2">
      <progress className="h-1.5 w-16 accent-accent" aria-label={strings.progress} value={done} max={turns || 1} />
      {words}
    </span>
  );
}

function Actions({ run, onCompare, onCancel }: { run: ReplayRun; onCompare: () => void; onCancel: () => void }) {
  const { status, createdAt } = run;
  const canResume = status === "interrupted" || status === "failed";
  const canCancel = canResume || status === "queued" || status === "running";
  const name = <span className="sr-only"> {strings.ofReplay(formatAgo(createdAt))}</span>;
  return (
    <span className="flex justify-end gap-2">
      {canResume && <ResumeButton run={run} />}
      {canCancel && (
        <Button size="small" look="quiet" onClick={onCancel}>
          {strings.cancel}
          {name}
        </Button>
      )}
      {run.done > 0 && (
        <Button size="small" onClick={onCompare}>
          {strings.compare}
          {name}
        </Button>
      )}
    </span>
  );
}

function ResumeButton({ run: { id, createdAt } }: { run: ReplayRun }) {
  const { run, isPending } = useApiMutation({
    run: () => resumeReplay(id),
    success: { title: strings.resumed },
    failed: strings.couldntResume,
  });
  return (
    <Button size="small" isPending={isPending} onClick={() => run()}>
      {strings.resume}
      <span className="sr-only"> {strings.ofReplay(formatAgo(createdAt))}</span>
    </Button>
  );
}
