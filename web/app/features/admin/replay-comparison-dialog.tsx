import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import {
  type AmountComparison,
  completedReplaysQuery,
  differingTurnsQuery,
  type ReplayComparison,
  type ReplayedTurn,
  type ReplayReference,
  type ReplayRun,
  replayComparisonQuery,
} from "../../api/admin-replays";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SelectField } from "../../ui/select-field";
import { countOf, formatAgo, formatCount, formatMilliseconds, formatPValue } from "../../util/format";
import { paths } from "../../util/page-paths";
import { Loaded } from "./admin-page";
import { ReplayedAnswersView } from "./replayed-answers";
import { replayComparisonDialog as strings } from "./strings";

/** A replay beside the original chats or another replay: in figures, and the turns that differ. */
export function ReplayComparisonDialog({ run, onClose }: { run: ReplayRun; onClose: () => void }) {
  const [baselineId, setBaseline] = useState(run.baselineId ?? "");
  const reference = { baselineId: baselineId === "" ? undefined : baselineId };
  const { data: runs = [] } = useQuery(completedReplaysQuery());
  const { data: comparison, error, refetch } = useQuery(replayComparisonQuery(run, reference));
  const others = runs.filter(({ id }) => id !== run.id);
  return (
    <Dialog isOpen onClose={onClose} title={strings.title} className="max-w-5xl">
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

function Figures({ comparison: { compared, parts, amounts } }: { comparison: ReplayComparison }) {
  if (compared === 0) return <p className="text-soft text-sm">{strings.nothingToCompare}</p>;
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 text-sm sm:grid-cols-3">
        {parts.map(({ part, same }) => (
          <div key={part}>
            <dt className="text-faint text-xs">{strings.partNames[part]}</dt>
            <dd data-numeric>{strings.sameOf(formatCount(same), formatCount(compared))}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <section aria-label={strings.amounts} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-faint text-xs">
              <th scope="col">{strings.sum}</th>
              {[strings.before, strings.replayed, strings.difference, strings.pValue].map((title) => (
                <th key={title} scope="col" className="pl-3 text-right">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {amounts.map((compared) => (
              <AmountRow key={compared.amount} compared={compared} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-faint text-xs">{strings.pValueHint}</p>
    </>
  );
}

function AmountRow({ compared: { amount, reference, replayed, pValue } }: { compared: AmountComparison }) {
  const format = amount === "durationMillis" ? formatMilliseconds : formatCount;
  const difference = replayed - reference;
  const sign = difference < 0 ? "−" : "+";
  const cells = [
    format(reference),
    format(replayed),
    difference === 0 ? strings.none : `${sign}${format(Math.abs(difference))}`,
    pValue === null ? strings.none : formatPValue(pValue),
  ];
  const columns = ["before", "replayed", "difference", "pValue"] as const;
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-1.5 text-left font-normal">
        {strings.amountNames[amount]}
      </th>
      {columns.map((column, index) => (
        <td key={column} data-numeric className="whitespace-nowrap pl-3 text-right">
          {cells[index]}
        </td>
      ))}
    </tr>
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
            <DifferingTurn key={turn.turnId} run={run} turn={turn} reference={{ baselineId }} />
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

interface DifferingTurnProps {
  run: ReplayRun;
  turn: ReplayedTurn;
  reference: ReplayReference;
}

function DifferingTurn({ run, turn, reference }: DifferingTurnProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <Link to={paths.adminChatViewer(turn.chatId)} className="break-words hover:underline">
        {turn.question ?? strings.hiddenQuestion}
      </Link>
      <span className="text-faint text-xs">{differenceOf(turn)}</span>
      {/* Without a question admins can't read chats, nor answers. */}
      {turn.question !== null && (
        <Button
          size="small"
          look="quiet"
          className="self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? strings.hideAnswers : strings.showAnswers}
          <span className="sr-only"> {strings.toQuestion(turn.question)}</span>
        </Button>
      )}
      {isOpen && <ReplayedAnswersView runId={run.id} turnId={turn.turnId} reference={reference} />}
    </li>
  );
}

function differenceOf({ replayed, refusal, differences, missingSources }: ReplayedTurn): string {
  const parts = replayed === null ? [strings.notBegun(refusal ?? "")] : differences.map((part) => strings.parts[part]);
  return [...parts, ...(missingSources > 0 ? [countOf(missingSources, strings.missingSource)] : [])].join(", ");
}
