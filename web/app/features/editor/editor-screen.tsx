import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Chart, chartQuery } from "../../api/charts";
import { QueryFailure } from "../../api/query-boundary";
import type { ChartDocument } from "../../charts/editing/document";
import { ButtonLink } from "../../ui/button";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { paths } from "../../util/page-paths";
import { Editor } from "./editor";
import { documentOf } from "./saved-document";
import { StartPanel } from "./start-panel";
import { editorScreen as text } from "./strings";

/** A new chart: a source first, then the editor. */
export function NewChartScreen({ sourceId }: { sourceId: string | null }) {
  const [first, setFirst] = useState<ChartDocument | null>(null);
  if (first === null) return <StartPanel wantedId={sourceId} onStart={setFirst} />;
  return <Editor first={first} origin={null} />;
}

/** The editor of a chart that is there. */
export function EditChartScreen({ chartId }: { chartId: string }) {
  // A version that was kept from an earlier look may no longer be the newest, on which a save must build.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...chartQuery(chartId), refetchOnMount: "always" });
  const chart = isFetchedAfterMount ? data : undefined;
  // Keeps the initial document, even if the query refetches.
  const [opened, setOpened] = useState<Chart | null>(null);
  if (opened === null && chart?.isOwner) setOpened(chart);
  if (opened) return <Editor first={documentOf(opened)} origin={opened} />;
  if (chart) return <NotYours chart={chart} />;
  if (!error) return <EditorPlaceholder />;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12">
      <QueryFailure
        error={error}
        what={text.theChart}
        onRetry={() => void refetch()}
        missing={<EmptyState title={text.chartNotFound} description={text.description} />}
      />
    </div>
  );
}

function NotYours({ chart }: { chart: Chart }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12">
      <EmptyState
        title={text.thisChartBelongsToAnother}
        description={text.duplicateItFromItsPage}
        action={
          <ButtonLink to={paths.chart(chart.id)} look="primary">
            {text.openChart}
          </ButtonLink>
        }
      />
    </div>
  );
}

function EditorPlaceholder() {
  return (
    <div className="grid gap-6 px-5 py-6 lg:grid-cols-[24rem_1fr]">
      <LoadingNote>{text.loadingChart}</LoadingNote>
      <Skeleton className="h-[70vh] rounded-2xl" />
      <Skeleton className="aspect-[16/10] rounded-2xl" />
    </div>
  );
}
