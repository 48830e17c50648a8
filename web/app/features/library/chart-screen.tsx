import { useQuery } from "@tanstack/react-query";
import { type Chart, chartQuery } from "../../api/charts";
import { ApiProblem, describeFailure } from "../../api/problem";
import { ChartPicture } from "../../charts/view/chart-picture";
import { DataTable } from "../../charts/view/data-table";
import { chartData } from "../../charts/view/shown-chart";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState, ErrorState } from "../../ui/states";
import { Tabs } from "../../ui/tabs";
import { countOf, formatAgo } from "../../util/format";
import { ChartActions } from "./chart-actions";
import { Provenance } from "./provenance";
import { VisibilityBadge } from "./visibility-badge";

/** One chart, large, with its rows, its query, and what can be done with it. */
export function ChartScreen({ chartId }: { chartId: string }) {
  const { data: chart, error, refetch } = useQuery(chartQuery(chartId));
  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 lg:py-12">
      {chart && <ChartDetails chart={chart} />}
      {!chart && !error && <ChartPlaceholder />}
      {!chart && error && isMissing(error) && (
        <EmptyState
          title="This chart is not here"
          description="It was deleted, or it is private. Ask whoever sent you the link."
        />
      )}
      {!chart && error && !isMissing(error) && (
        <ErrorState
          title="The chart could not be loaded."
          description={describeFailure(error)}
          onRetry={() => refetch()}
        />
      )}
    </div>
  );
}

function ChartDetails({ chart }: { chart: Chart }) {
  const data = chartData(chart);
  const isTable = chart.kind === "table";
  return (
    <article>
      <title>{`${chart.title} · Portolan`}</title>
      <header className="flex flex-col gap-5">
        <div>
          <h1 dir="auto" className="font-serif text-3xl tracking-tight sm:text-4xl">
            {chart.title}
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-sm">
            {!chart.isOwner && <VisibilityBadge visibility={chart.visibility} />}
            {formatAgo(chart.updatedAt)}
            {chart.version > 1 && <span>Version {chart.version}</span>}
          </p>
        </div>
        <ChartActions chart={chart} />
      </header>
      <div className="mt-7 rounded-2xl border border-line bg-raised p-4 sm:p-6">
        {isTable && data ? <DataTable data={data} caption={chart.title} /> : <ChartPicture chart={chart} />}
      </div>
      {chart.description !== "" && (
        <p dir="auto" className="mt-4 max-w-3xl text-soft">
          {chart.description}
        </p>
      )}
      <div className="mt-10">
        <Tabs
          label="About this chart"
          tabs={[
            {
              id: "origin",
              title: "Where does this come from?",
              content: <Provenance query={chart.query} encodingNotes={chart.encodingNotes} />,
            },
            ...(data === null || isTable
              ? []
              : [{ id: "rows", title: "Table", content: <Rows chart={chart} data={data} /> }]),
          ]}
        />
      </div>
    </article>
  );
}

function Rows({ chart, data }: { chart: Chart; data: NonNullable<ReturnType<typeof chartData>> }) {
  return (
    <>
      <DataTable data={data} caption={`Rows of ${chart.title}`} />
      <p className="mt-2 text-faint text-xs">
        {countOf(data.rows.length, "row")}
        {chart.data?.truncated && "; the query gave more than a chart holds"}
      </p>
    </>
  );
}

function ChartPlaceholder() {
  return (
    <div>
      <LoadingNote>Loading the chart</LoadingNote>
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="mt-4 h-4 w-40" />
      <Skeleton className="mt-12 aspect-[16/10] rounded-2xl" />
    </div>
  );
}

function isMissing(error: Error): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}
