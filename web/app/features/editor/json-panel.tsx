import { lazy, Suspense } from "react";
import type { ChartPreview } from "../../api/chart-editing";
import type { DataColumn } from "../../charts/draw-request";
import { type ChartDocument, textOf, withText } from "../../charts/editing/document";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { jsonPanel as strings } from "./strings";
import type { Change } from "./use-editor";

/** The editor and the schema are large, and loaded with the first look at the JSON. */
const JsonEditor = lazy(async () => ({ default: (await import("./json-editor")).JsonEditor }));

export interface JsonPanelProps {
  document: ChartDocument;
  columns: readonly DataColumn[];
  /** Validation errors of the server. */
  problems: ChartPreview["errors"];
  change: Change;
}

/** The specification as text. */
export function JsonPanel({ document, columns, problems, change }: JsonPanelProps) {
  return (
    <Suspense fallback={<JsonPlaceholder />}>
      <JsonEditor
        text={textOf(document)}
        kind={document.kind}
        columns={columns}
        problems={problems}
        onText={(text) => change((before) => withText(before, text), "json")}
      />
    </Suspense>
  );
}

function JsonPlaceholder() {
  return (
    <>
      <LoadingNote>{strings.loadingEditor}</LoadingNote>
      <Skeleton className="h-96 rounded-xl" />
    </>
  );
}
