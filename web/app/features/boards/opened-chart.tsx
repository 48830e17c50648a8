import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { chartQuery } from "../../api/charts";
import { QueryBoundary } from "../../api/query-boundary";
import { Dialog } from "../../ui/dialog";
import { Skeleton } from "../../ui/skeleton";
import { paths } from "../../util/page-paths";
import { useStore } from "../../util/store";
import { useBoard } from "./board-tools";
import { openedChart as text } from "./strings";

const ChartView = lazy(async () => ({ default: (await import("../../charts/chart-view")).ChartView }));

/** The chart that was opened: alive, with its rows and where they come from. */
export function OpenedChart() {
  const { opened, store } = useBoard();
  const id = useStore(opened);
  const node = id === null ? undefined : store.document.nodes.get(id);
  if (node?.type !== "chart") return null;
  return <ChartDialog chartId={node.data.chartId} onClose={() => opened.set(null)} />;
}

function ChartDialog({ chartId, onClose }: { chartId: string; onClose: () => void }) {
  const query = useQuery(chartQuery(chartId));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={query.data?.title ?? text.chart}
      className="!top-[6vh] !max-h-[88dvh] !max-w-4xl"
    >
      <div className="px-6 pt-4 pb-6">
        <QueryBoundary query={query} what={text.theChart} skeleton={<Skeleton className="aspect-[16/9] w-full" />}>
          {(chart) => (
            <Suspense fallback={<Skeleton className="aspect-[16/9] w-full" />}>
              <ChartView chart={chart} showTitle={false} className="!border-0" page={paths.chart(chartId)} />
            </Suspense>
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}
