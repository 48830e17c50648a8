import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import {
  completedReplaysQuery,
  differingTurnsQuery,
  type ReplayComparison,
  type ReplayedTurn,
  type ReplayRun,
  replayComparisonQuery,
} from "../../api/admin-replays";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SelectField } from "../../ui/select-field";
import { countOf, formatAgo, formatCount, formatMilliseconds } from "../../util/format";
import { paths } from "../../util/page-paths";
import { Loaded } from "./admin-page";
import { replayComparisonDialog as strings } from "./strings";

/** A replay beside the original chats or another replay: in figures, and the turns that differ. */
export function ReplayComparisonDialog({ run, onClose }: { run: ReplayRun; onClose: () => void }) {
  const [baselineId, setBaseline] = useState(run.baselineId ?? "");
  const reference = { baselineId: baselineId === "" ? undefined : baselineId };
  const { data: runs = [] } = useQuery(completedReplaysQuery());
  const { data: comparison, error, refetch } = useQuery(replayComparisonQuery(run, reference));
  const others = runs.filter(({ id }) => id !== run.id);
  return (
    <Dialog isOpen onClose={onClose} title={strings.title} className="max-w-3xl">
      <div className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <SelectField
          label={strings.compareWith}
          value={baselineId}
          choices={[
            { value: "", label: strings.originals },
            ...others.map(({ id, createdAt, model }) => ({
              value: id,
              label: strings.replayOf(formatAgo(createdAt), model),
            })),
          ]}
          onChoose={setBaseline}
        />
        <Loaded
          what={strings.theComparison}
          isLoaded={comparison !== undefined}
          error={error}
          onRetry={() => void refetch()}
        >
          {comparison && <Figures comparison={comparison} />}
        </Loaded>
        <DifferingTurns run={run} baselineId={reference.baselineId} />
      </div>
    </Dialog>
  );
}

function Figures({ comparison }: { comparison: ReplayComparison }) {
  const { compared, sameOutcome, sameBlockTypes, sameCharts, reference, replayed } = comparison;
  if (compared === 0) return <p className="text-soft text-sm">{strings.nothingToCompare}</p>;
  const same = (count: number) => strings.sameOf(formatCount(count), formatCount(compared));
  const rows: [name: string, before: string, now: string][] = [
    [strings.inputTokens, formatCount(reference.inputTokens), formatCount(replayed.inputTokens)],
    [strings.outputTokens, formatCount(reference.outputTokens), formatCount(replayed.outputTokens)],
    [strings.credits, formatCount(reference.credits), formatCount(replayed.credits)],
    [strings.time, formatMilliseconds(reference.durationMillis), formatMilliseconds(replayed.durationMillis)],
  ];
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 text-sm sm:grid-cols-3">
        {[
          [strings.outcome, same(sameOutcome)],
          [strings.blockTypes, same(sameBlockTypes)],
          [strings.charts, same(sameCharts)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-faint text-xs">{name}</dt>
            <dd data-numeric>{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-faint text-xs">
            <th scope="col">{strings.sum}</th>
            <th scope="col" className="text-right">
              {strings.before}
            </th>
            <th scope="col" className="text-right">
              {strings.replayed}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, before, now]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal">
                {name}
              </th>
              <td data-numeric className="text-right">
                {before}
              </td>
              <td data-numeric className="text-right">
                {now}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function DifferingTurns({ run, baselineId }: { run: ReplayRun; baselineId: string | undefined }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    differingTurnsQuery(run, { baselineId }),
  );
  const turns = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Loaded what={strings.theDifferingTurns} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
      {turns.length === 0 ? (
        <p className="text-soft text-sm">{strings.nothingDiffers}</p>
      ) : (
        <ul aria-label={strings.differingTurns} className="divide-y divide-line text-sm">
          {turns.map((turn) => (
            <li key={turn.turnId} className="flex flex-col gap-0.5 py-2">
              <Link to={paths.adminChatViewer(turn.chatId)} className="break-words hover:underline">
                {turn.question ?? strings.hiddenQuestion}
              </Link>
              <span className="text-faint text-xs">{differenceOf(turn)}</span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.loadMore}
        </Button>
      )}
    </Loaded>
  );
}

function differenceOf({ replayed, refusal, differences, missingSources }: ReplayedTurn): string {
  const parts = replayed === null ? [strings.notBegun(refusal ?? "")] : differences.map((part) => strings.parts[part]);
  return [...parts, ...(missingSources > 0 ? [countOf(missingSources, strings.missingSource)] : [])].join(", ");
}
