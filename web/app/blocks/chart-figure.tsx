import { ChartNoAxesColumn } from "lucide-react";
import { lazy, memo, Suspense } from "react";
import type { ChartBlock } from "../stream/blocks.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ChartOrigin } from "./chart-origin.tsx";

/** The drawing code is large and loaded with the first chart. */
const ChartView = lazy(async () => ({ default: (await import("../charts/chart-view.tsx")).ChartView }));

/** A chart of an answer: its frame and title at once, the drawing once it is there. */
export const ChartFigure = memo(function ChartFigure({ block }: { block: ChartBlock }) {
  return (
    <figure className="answer-chart" data-block="chart" aria-label={`Chart: ${block.title}`}>
      <h3 className="text-balance font-semibold text-base tracking-tight" dir="auto">
        {block.title}
      </h3>
      <Suspense fallback={<ChartSkeleton />}>
        <ChartView block={block} />
      </Suspense>
      <ChartOrigin block={block} />
    </figure>
  );
});

/** The frame of a chart that is on its way. */
export function PendingChartFigure({ label }: { label: string }) {
  return (
    <figure className="answer-chart" aria-label={label}>
      <p className="flex items-center gap-2 font-medium text-soft text-sm">
        <ChartNoAxesColumn aria-hidden className="size-4 text-accent" />
        {label}
      </p>
      <ChartSkeleton />
    </figure>
  );
}

function ChartSkeleton() {
  return <Skeleton className="aspect-[16/9] w-full opacity-60" />;
}
