import { useQuery } from "@tanstack/react-query";
import { type Chart, chartQuery } from "../../api/charts";
import { ApiProblem, describeFailure } from "../../api/problem";
import { ChartThumbnail } from "../../ui/chart-thumbnail";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState, ErrorState } from "../../ui/states";
import { Tabs } from "../../ui/tabs";
import { formatAgo } from "../../util/format";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { ChartActions } from "./chart-actions";
import { DataTable } from "./data-table";
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
  const theme = useTheme();
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
      <ChartThumbnail
        url={apiPaths.chartExport(chart.id, "svg", { theme, version: chart.version })}
        className="mt-7 rounded-2xl border border-line"
      />
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
            ...(chart.data === null
              ? []
              : [
                  {
                    id: "rows",
                    title: "Table",
                    content: <DataTable data={chart.data} caption={`Rows of ${chart.title}`} />,
                  },
                ]),
          ]}
        />
      </div>
    </article>
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
