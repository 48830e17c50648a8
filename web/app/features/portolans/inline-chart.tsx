import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { chartQuery } from "../../api/charts";
import { ApiProblem, describeFailure } from "../../api/problem";
import { ChartPicture } from "../../charts/view/chart-picture";
import { DataTable } from "../../charts/view/data-table";
import { chartData } from "../../charts/view/shown-chart";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { paths } from "../../util/page-paths";
import { inlineChart as text } from "./strings";

/** A chart within a document: drawn from its own rows, and leading to where they come from. */
export function InlineChart({ chartId, title }: { chartId: string; title: string }) {
  const { data: chart, error } = useQuery(chartQuery(chartId));
  const shownTitle = title || chart?.title || text.chart;
  const data = chart ? chartData(chart) : null;
  return (
    <figure className="my-6 break-inside-avoid rounded-2xl border border-line bg-raised">
      <figcaption dir="auto" className="px-4 pt-4 font-semibold leading-snug tracking-tight">
        {shownTitle}
      </figcaption>
      <div className="px-4 py-3">
        {chart &&
          (chart.kind === "table" && data ? (
            <DataTable data={data} caption={shownTitle} />
          ) : (
            <ChartPicture chart={chart} />
          ))}
        {!chart && !error && (
          <>
            <LoadingNote>{text.loadingChart(shownTitle)}</LoadingNote>
            <Skeleton className="aspect-[16/9]" />
          </>
        )}
        {!chart && error && <p className="py-8 text-center text-soft text-sm">{failureOf(error)}</p>}
      </div>
      <p className="border-line border-t px-4 py-2 text-sm print:hidden">
        <Link to={paths.chart(chartId)} className="text-accent underline-offset-4 hover:underline">
          {text.source}
          <span className="sr-only"> {shownTitle}</span>
        </Link>
      </p>
    </figure>
  );
}

function failureOf(error: Error): string {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) {
    return text.thisChartWasDeletedOr;
  }
  return describeFailure(error);
}
