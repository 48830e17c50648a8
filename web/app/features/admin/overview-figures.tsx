import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Overview, type OverviewDay, overviewQuery } from "../../api/admin-figures";
import { formatPercent } from "../../charts/numbers";
import { FigureChart } from "../../charts/view/figure-chart";
import { formatCount, formatMilliseconds } from "../../util/format";
import { FilterChoice } from "./admin-list-page";
import { Loaded } from "./admin-page";
import { overviewFigures as strings } from "./strings";

const periods = { 7: strings.days7, 30: strings.days30, 90: strings.days90 };

type Period = `${keyof typeof periods}`;

/** Today's figures, and those of the last days as charts. Days are those of UTC. */
export function OverviewFigures() {
  const [days, setDays] = useState<Period>("30");
  const { data, error, refetch } = useQuery(overviewQuery(Number(days)));
  return (
    <div className="mb-8 flex flex-col gap-5">
      <Loaded what={strings.theFigures} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        {data && <Today day={data.days.at(-1)} />}
        <FilterChoice legend={strings.period} choices={periods} value={days} onChoose={setDays} />
        {data && <Charts overview={data} />}
      </Loaded>
    </div>
  );
}

function Today({ day }: { day: OverviewDay | undefined }) {
  if (!day) return null;
  const figures: [title: string, value: string, note: string][] = [
    [strings.activeUsers, formatCount(day.activeUsers), strings.newUsersNote(formatCount(day.newUsers))],
    [strings.turns, formatCount(day.turns), ""],
    [
      strings.tokens,
      formatCount(day.inputTokens + day.outputTokens),
      strings.writtenNote(formatCount(day.outputTokens)),
    ],
    [strings.creditsCharged, formatCount(day.credits), ""],
    [
      strings.cost,
      formatCount(day.cost),
      day.estimatedCost > 0 ? strings.estimatedCostNote(formatCount(day.estimatedCost)) : strings.costNote,
    ],
    [
      strings.errors,
      formatCount(day.failed),
      day.turns === 0 ? "" : strings.share(formatPercent(day.failed / day.turns)),
    ],
    [
      strings.latency,
      day.medianMillis === null ? strings.none : formatMilliseconds(day.medianMillis),
      day.p95Millis === null ? "" : strings.p95Note(formatMilliseconds(day.p95Millis)),
    ],
  ];
  return (
    <section aria-label={strings.today}>
      <h2 className="mb-2 font-semibold text-sm tracking-tight">{strings.today}</h2>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-7">
        {figures.map(([title, value, note]) => (
          <div key={title} className="min-w-0 rounded-2xl border border-line bg-raised p-4">
            <dt className="text-faint text-xs">{title}</dt>
            <dd>
              <span data-numeric className="block truncate font-semibold text-xl">
                {value}
              </span>
              <span data-numeric className="block text-faint text-xs">
                {note}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Rows = [day: string, series: string, value: number | null][];

function Charts({ overview: { days } }: { overview: Overview }) {
  const series = useMemo(() => {
    const rowsOf = (...lines: [name: string, value: (day: OverviewDay) => number | null][]): Rows =>
      days.flatMap((day) => lines.map(([name, value]): Rows[number] => [day.day, name, value(day)]));
    return {
      users: rowsOf([strings.activeUsers, (day) => day.activeUsers], [strings.newUsers, (day) => day.newUsers]),
      turns: rowsOf([strings.completed, (day) => day.turns - day.failed], [strings.failed, (day) => day.failed]),
      tokens: rowsOf([strings.read, (day) => day.inputTokens], [strings.written, (day) => day.outputTokens]),
      credits: rowsOf([strings.creditsCharged, (day) => day.credits], [strings.cost, (day) => day.cost]),
      latency: rowsOf(
        [strings.median, (day) => inSeconds(day.medianMillis)],
        [strings.p95, (day) => inSeconds(day.p95Millis)],
      ),
    };
  }, [days]);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <FigureChart
        title={strings.usersByDay}
        description={strings.usersByDay}
        mark="line"
        measure={strings.users}
        rows={series.users}
      />
      <FigureChart
        title={strings.turnsByDay}
        description={strings.turnsByDay}
        mark="bar"
        measure={strings.turns}
        rows={series.turns}
      />
      <FigureChart
        title={strings.tokensByDay}
        description={strings.tokensByDay}
        mark="bar"
        measure={strings.tokens}
        rows={series.tokens}
      />
      <FigureChart
        title={strings.creditsByDay}
        description={strings.creditsByDay}
        mark="line"
        measure={strings.credits}
        rows={series.credits}
      />
      <FigureChart
        title={strings.latencyByDay}
        description={strings.latencyByDay}
        mark="line"
        measure={strings.seconds}
        rows={series.latency}
      />
    </div>
  );
}

function inSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1_000;
}
