import { useMemo } from "react";
import type { ChartPreview } from "../../api/chart-editing";
import { describeFailure } from "../../api/problem";
import { type ChartDocument, isTextValid } from "../../charts/editing/document";
import { DataTable } from "../../charts/view/data-table";
import { LivePicture } from "../../charts/view/live-picture";
import type { ShownMark } from "../../charts/view/marks";
import { chartData } from "../../charts/view/shown-chart";
import { Skeleton } from "../../ui/skeleton";
import { countOf } from "../../util/format";
import { EditablePicture, type EditablePictureProps } from "./parts/editable-picture";
import { EditableTitle } from "./parts/editable-title";
import { shownDocument } from "./shown-document";
import { previewPanel as text } from "./strings";
import type { Change } from "./use-editor";
import { QueryRefused, type Rows } from "./use-rows";

export interface PreviewPanelProps {
  document: ChartDocument;
  rows: Rows | null;
  rowsError: Error | null;
  isRunning: boolean;
  problems: ChartPreview["errors"];
  onMarks: (marks: readonly ShownMark[]) => void;
  change: Change;
}

/** The chart as it will be, and the rows that it draws. */
export function PreviewPanel({ document, rows, rowsError, isRunning, problems, onMarks, change }: PreviewPanelProps) {
  const { kind, title, description, spec, annotations } = document;
  const chart = useMemo(
    () => shownDocument({ kind, title, description, spec, annotations }, rows),
    [kind, title, description, spec, annotations, rows],
  );
  const data = chartData(chart);
  const isReady = document.query === null || rows?.data != null;
  return (
    <section aria-label={text.preview} className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
      <figure className="m-0 rounded-2xl border border-line bg-raised p-4 sm:p-6">
        <figcaption dir="auto" className="mb-3 font-semibold text-lg leading-snug tracking-tight">
          <EditableTitle document={document} change={change} />
        </figcaption>
        {!isReady && rowsError === null && <Skeleton className="aspect-[16/9] w-full" />}
        {!isReady && rowsError !== null && (
          <p role="alert" className="rounded-lg border border-line border-dashed px-4 py-6 text-sm">
            <strong className="block font-medium">{text.theQueryReturnedNoRows}</strong>
            <span className="text-soft">
              {rowsError instanceof QueryRefused ? rowsError.message : describeFailure(rowsError)}
            </span>
          </p>
        )}
        {isReady &&
          (kind === "table" && data ? (
            <DataTable data={data} caption={title} />
          ) : (
            <LivePreview chart={chart} document={document} data={data} change={change} onMarks={onMarks} />
          ))}
        {isReady && kind === "plot" && <p className="mt-3 text-faint text-xs">{text.selectAPart}</p>}
      </figure>
      <p role="status" className="text-faint text-xs empty:hidden">
        {isRunning && text.runningTheQuery}
        {!isRunning && !isTextValid(document) && text.invalidJsonShowingTheLast}
      </p>
      {problems.length > 0 && (
        <ul aria-label={text.validationErrors} className="flex flex-col gap-1 text-danger text-sm">
          {problems.slice(0, 3).map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {kind !== "table" && data && (
        <details>
          <summary className="w-fit cursor-pointer rounded-md text-soft text-sm hover:text-ink">
            {countOf(data.rows.length, "row")}
          </summary>
          <div className="mt-3">
            <DataTable data={data} caption={text.chartRows} />
          </div>
        </details>
      )}
    </section>
  );
}

/** Plots are edited where they are drawn; the parts of other kinds have forms of their own. */
function LivePreview(props: EditablePictureProps) {
  if (props.document.kind === "plot") return <EditablePicture {...props} />;
  return <LivePicture chart={props.chart} onMarks={props.onMarks} />;
}
