import { isolateNames } from "../../util/isolate-names";
import { formatExact } from "../numbers";
import type { ShownChart } from "./shown-chart";
import { chartOrigin as text } from "./strings";

export interface ChartSource {
  id: string;
  title: string;
}

/** Provenance of a chart: its sources, its query, and the design choices. */
export function ChartOrigin({ chart, sources }: { chart: ShownChart; sources: readonly ChartSource[] }) {
  const { query } = chart;
  const named = sources.filter((source) => query?.sourceIds.includes(source.id));
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
      {query ? (
        <>
          <p className="text-soft">
            {text.fromInMsByThis(
              formatExact(query.rowCount),
              query.rowCount === 1 ? "row" : "rows",
              named.length > 0
                ? named.map((source) => isolateNames(source.title)).join(", ")
                : countOf(query.sourceIds.length),
              formatExact(query.tookMs),
            )}
          </p>
          <pre className="overflow-x-auto whitespace-pre-wrap rounded-md bg-raised p-3 font-mono text-xs leading-relaxed">
            <code>{query.sql}</code>
          </pre>
        </>
      ) : (
        <p className="text-soft">{text.thisChartDoesntUseAny}</p>
      )}
      {chart.encodingNotes.length > 0 && (
        <ul className="list-disc space-y-1 pl-5 text-soft">
          {chart.encodingNotes.map((note) => (
            <li key={note}>{isolateNames(note)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function countOf(sources: number): string {
  return sources === 1 ? text.text1Source : text.sources(sources);
}
