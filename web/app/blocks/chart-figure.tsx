import { useQueries } from "@tanstack/react-query";
import { lazy, memo, type ReactNode, Suspense } from "react";
import { sourceQuery } from "../api/source-queries.ts";
import type { ChartBlock } from "../stream/blocks.ts";
import { ChartSkeleton } from "../ui/chart-skeleton.tsx";
import { paths } from "../util/page-paths.ts";
import { ChoiceChips } from "./choice-chips.tsx";
import { roomInTurn } from "./picture-room.ts";

/** The drawing code is large and loaded with the first chart. */
const ChartView = lazy(async () => ({ default: (await import("../charts/chart-view.tsx")).ChartView }));

interface ChartFigureProps {
  block: ChartBlock;
  /** Null if nothing can be asked now. */
  onSend: ((prompt: string) => void) | null;
}

/** A chart of an answer: its frame and title at once, the drawing once it is there. */
export const ChartFigure = memo(function ChartFigure({ block, onSend }: ChartFigureProps) {
  const sources = useQueries({ queries: (block.query?.sourceIds ?? []).map(sourceQuery) });
  const known = sources.flatMap(({ data }) => (data ? [{ id: data.id, title: data.name }] : []));
  return (
    <div data-block="chart">
      <Suspense fallback={<ChartFrame title={block.title} />}>
        <ChartView
          chart={block}
          sources={known}
          mostHeight={roomInTurn}
          notes={<ChoiceChips notes={block.encodingNotes} choices={block.choices ?? []} onSend={onSend} />}
          page={paths.chart(block.chartId)}
        />
      </Suspense>
    </div>
  );
});

const SharedChart = lazy(async () => ({ default: (await import("./shared-chart.tsx")).SharedChart }));

/** A chart that a user shares. */
export const SharedChartFigure = memo(function SharedChartFigure({ block }: { block: ChartBlock }) {
  return (
    <div data-block="chart">
      <Suspense fallback={<ChartFrame title={block.title} />}>
        <SharedChart block={block} />
      </Suspense>
    </div>
  );
});

const ChartPicture = lazy(async () => ({
  default: (await import("../charts/view/chart-picture.tsx")).ChartPicture,
}));

/** A chart of a recording: the drawing alone, as it has no page of its own. */
export const RecordedChartFigure = memo(function RecordedChartFigure({ block }: { block: ChartBlock }) {
  return (
    <figure data-block="chart" className="m-0 rounded-2xl border border-line bg-raised">
      <figcaption dir="auto" className="px-4 pt-4 font-semibold text-[1.0625rem] leading-snug tracking-tight">
        {block.title}
      </figcaption>
      <div className="px-4 py-3">
        <Suspense fallback={<ChartSkeleton className="bg-line/40" />}>
          <ChartPicture chart={block} />
        </Suspense>
      </div>
    </figure>
  );
});

/** The frame of a chart that is on its way, as large as the chart will be. */
export function ChartFrame({ title }: { title: ReactNode }) {
  return (
    <figure data-first-drawing="" className="m-0 rounded-2xl border border-line bg-raised">
      <figcaption dir="auto" className="px-4 pt-4 font-semibold text-[1.0625rem] leading-snug tracking-tight">
        {title}
      </figcaption>
      <div className="px-4 py-3">
        <ChartSkeleton className="bg-line/40" />
      </div>
      <div className="h-11 border-line border-t" />
    </figure>
  );
}
