import { lazy, Suspense, useId, useMemo } from "react";
import { Card } from "../../ui/card";
import { ChartSkeleton } from "../../ui/chart-skeleton";
import type { ShownChart } from "./shown-chart";

const ChartPicture = lazy(async () => ({
  default: (await import("./chart-picture")).ChartPicture,
}));

export interface FigureChartProps {
  title: string;
  /** For those who can't see the chart. */
  description: string;
  mark: "bar" | "line";
  /** The axis title. */
  measure: string;
  /** One row for each day and series: day, series, value. */
  rows: readonly (readonly [day: string, series: string, value: number | null])[];
}

const height = 220;

/** Figures by day, drawn as every other chart of the product is. */
export function FigureChart({ title, description, mark, measure, rows }: FigureChartProps) {
  const id = useId();
  const chart = useMemo((): ShownChart => {
    const isCount = rows.every(([, , value]) => value === null || Number.isInteger(value));
    const hasSeries = new Set(rows.map(([, series]) => series)).size > 1;
    return {
      chartId: id,
      version: 1,
      kind: "plot",
      title,
      description,
      spec: {
        mark,
        encoding: {
          x: { field: "day", type: "temporal", title: null },
          y: { field: "value", type: "quantitative", title: measure },
          ...(hasSeries && { color: { field: "series", type: "nominal", title: null } }),
        },
      },
      data: {
        columns: [
          { name: "day", type: "date" },
          { name: "series", type: "string" },
          { name: "value", type: isCount ? "integer" : "number" },
        ],
        rows: rows.map((row) => [...row]),
        truncated: false,
      },
      query: null,
      encodingNotes: [],
    };
  }, [id, title, description, mark, measure, rows]);
  return (
    <Card aria-labelledby={`${id}-title`} className="min-w-0 p-4">
      <h2 id={`${id}-title`} className="mb-2 font-semibold text-sm tracking-tight">
        {title}
      </h2>
      <Suspense fallback={<ChartSkeleton />}>
        <ChartPicture chart={chart} mostHeight={height} />
      </Suspense>
    </Card>
  );
}
