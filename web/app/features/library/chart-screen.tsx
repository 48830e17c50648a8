import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { chartChangesQuery } from "../../api/chart-versions";
import { type Chart, chartQuery } from "../../api/charts";
import { QueryBoundary } from "../../api/query-boundary";
import { useHasSession } from "../../api/session";
import { ChartPicture } from "../../charts/view/chart-picture";
import { DataTable } from "../../charts/view/data-table";
import type { Highlight } from "../../charts/view/highlights";
import { chartData } from "../../charts/view/shown-chart";
import { Button, ButtonLink } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { Tabs } from "../../ui/tabs";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { ChangesView } from "./changes-view";
import { ChartActions } from "./chart-actions";
import { ChartByline } from "./chart-byline";
import { PrintedPicture } from "./printed-picture";
import { Provenance } from "./provenance";
import { chartScreen as strings } from "./strings";
import { useRestore } from "./use-restore";
import { VersionsPanel } from "./versions-panel";

export interface ChartScreenProps {
  chartId: string;
  /** Edits a chart in place; the forms are loaded on demand. */
  InPlaceEditor: ComponentType<{ chart: Chart; onDone: () => void }>;
}

/** One chart in full size with its sources, versions, and actions. */
export function ChartScreen({ chartId, InPlaceEditor }: ChartScreenProps) {
  const [search, setSearch] = useSearchParams();
  const version = positive(search.get("version"));
  const from = positive(search.get("from"));
  const query = useQuery(chartQuery(chartId, version));
  const show = (wanted: { version: number | null; from?: number }) =>
    setSearch(
      {
        ...(wanted.version !== null && { version: String(wanted.version) }),
        ...(wanted.from !== undefined && { from: String(wanted.from) }),
      },
      { preventScrollReset: true },
    );
  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 lg:py-12 print:max-w-none print:p-0">
      <QueryBoundary query={query} what={strings.theChart} skeleton={<ChartPlaceholder />} missing={<ChartMissing />}>
        {(chart) => (
          <ChartDetails
            chart={chart}
            isOld={version !== undefined}
            from={from}
            show={show}
            InPlaceEditor={InPlaceEditor}
          />
        )}
      </QueryBoundary>
    </div>
  );
}

function ChartMissing() {
  const isSignedIn = useHasSession();
  return (
    <EmptyState
      title={strings.chartNotFound}
      description={strings.description}
      action={
        <ButtonLink to={isSignedIn ? paths.charts() : paths.discover()}>
          {isSignedIn ? strings.goToCharts : strings.browsePublishedCharts}
        </ButtonLink>
      }
    />
  );
}

interface ChartDetailsProps extends Pick<ChartScreenProps, "InPlaceEditor"> {
  chart: Chart;
  /** Whether a version was asked for by its number. */
  isOld: boolean;
  /** The version that this one is compared with. */
  from: number | undefined;
  show: (wanted: { version: number | null; from?: number }) => void;
}

function ChartDetails({ chart, isOld, from, show, InPlaceEditor }: ChartDetailsProps) {
  const data = chartData(chart);
  const isTable = chart.kind === "table";
  const isSignedIn = useHasSession();
  const theme = useTheme();
  const [isEdited, setEdited] = useState(false);
  const canEdit = chart.isOwner && chart.kind === "plot" && !isOld;
  const changes = useQuery({
    ...chartChangesQuery(chart.id, from ?? 0, chart.version),
    enabled: from !== undefined && from !== chart.version,
  });
  const highlights = useMemo(
    (): readonly Highlight[] =>
      changes.data
        ? [
            ...changes.data.changed.map(({ key }): Highlight => ({ key, tone: "changed" })),
            ...changes.data.added.map(({ key }): Highlight => ({ key, tone: "added" })),
          ]
        : [],
    [changes.data],
  );
  return (
    <article>
      <title>{strings.portolan(chart.title)}</title>
      <header className="flex flex-col gap-5">
        <div>
          <h1 dir="auto" className="font-serif text-3xl tracking-tight sm:text-4xl">
            {chart.title}
          </h1>
          <ChartByline chart={chart} />
        </div>
        <ChartActions
          chart={chart}
          onCompare={(version) => show({ version: null, from: version })}
          onQuickEdit={canEdit && !isEdited ? () => setEdited(true) : undefined}
        />
      </header>
      {isOld && chart.isOwner && chart.version !== (chart.versions ?? chart.version) && (
        <OldVersion chart={chart} onNewest={() => show({ version: null })} />
      )}
      <div className="mt-7 rounded-2xl border border-line bg-raised p-4 sm:p-6 print:border-0 print:p-0">
        {canEdit && isEdited ? (
          <Suspense fallback={<Skeleton className="aspect-[16/9] w-full" />}>
            <InPlaceEditor chart={chart} onDone={() => setEdited(false)} />
          </Suspense>
        ) : isTable && data ? (
          <DataTable data={data} caption={chart.title} chartId={chart.id} />
        ) : (
          <PrintedPicture chart={chart}>
            <ChartPicture
              chart={chart}
              highlights={highlights}
              serverPicture={apiPaths.chartExport(chart.id, "png", { theme, scale: 2, version: chart.version })}
            />
          </PrintedPicture>
        )}
      </div>
      {chart.description !== "" && (
        <p dir="auto" className="mt-4 max-w-3xl text-soft">
          {chart.description}
        </p>
      )}
      {from !== undefined && from !== chart.version && (
        <section aria-label={strings.changes} className="mt-8 rounded-2xl border border-line p-4 sm:p-5 print:hidden">
          <QueryBoundary query={changes} what={strings.theChanges} skeleton={<Skeleton className="h-20" />}>
            {(data) => <ChangesView changes={data} />}
          </QueryBoundary>
          <Button
            look="quiet"
            size="small"
            className="-ml-3 mt-3"
            onClick={() => show({ version: isOld ? chart.version : null })}
          >
            {strings.hideChanges}
          </Button>
        </section>
      )}
      <div className="mt-10 print:mt-4">
        <Tabs
          label={strings.aboutThisChart}
          tabs={[
            { id: "origin", title: strings.source, content: <Provenance chart={chart} /> },
            ...(data === null || isTable
              ? []
              : [{ id: "rows", title: strings.table, content: <Rows chart={chart} data={data} /> }]),
            ...(chart.isOwner
              ? [
                  {
                    id: "versions",
                    title: strings.versions,
                    content: (
                      <VersionsPanel
                        chart={chart}
                        onLook={(version) => show({ version })}
                        onCompare={(before, version) =>
                          show({ version: version === (chart.versions ?? version) ? null : version, from: before })
                        }
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {!isSignedIn && (
        <footer className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-2xl border border-line bg-surface px-5 py-4 print:hidden">
          <p className="text-soft text-sm">{strings.askAboutYourOwnData}</p>
          <ButtonLink to={paths.login("sign-up")} look="primary" size="small">
            {strings.tryForFree}
          </ButtonLink>
        </footer>
      )}
    </article>
  );
}

function OldVersion({ chart: { id, version, versions }, onNewest }: { chart: Chart; onNewest: () => void }) {
  const restore = useRestore(id, onNewest);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warning-wash px-4 py-2.5 text-sm text-warning print:hidden">
      <p>{strings.thisIsVersionOf(version, versions ?? version)}</p>
      <div className="flex gap-2">
        <Button size="small" isPending={restore.isPending} onClick={() => restore.run(version)}>
          {strings.restore}
        </Button>
        <Button size="small" onClick={onNewest}>
          {strings.goToLatest}
        </Button>
      </div>
    </div>
  );
}

function Rows({ chart, data }: { chart: Chart; data: NonNullable<ReturnType<typeof chartData>> }) {
  return (
    <>
      <DataTable data={data} caption={strings.rowsOf(chart.title)} />
      <p className="mt-2 text-faint text-xs">
        {countOf(data.rows.length, "row")}
        {chart.data?.truncated && strings.theQueryReturnedMoreRows}
      </p>
    </>
  );
}

function ChartPlaceholder() {
  return (
    <div>
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="mt-4 h-4 w-40" />
      <Skeleton className="mt-12 aspect-[16/10] rounded-2xl" />
    </div>
  );
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
