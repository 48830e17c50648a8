import { ArrowUpRight, ChevronRight, Database } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { ChartBlock } from "../stream/blocks.ts";
import { classNames } from "../util/class-names.ts";
import { countOf } from "../util/format.ts";
import { paths } from "../util/paths.ts";

/** Where a chart's numbers come from, and the way to its own page. */
export function ChartOrigin({ block }: { block: ChartBlock }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { query, data, encodingNotes } = block;
  return (
    <figcaption className="text-faint text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {query !== null ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="-ml-1 flex items-center gap-1.5 rounded-md px-1 transition-colors hover:text-ink"
          >
            <Database aria-hidden className="size-3.5" />
            {countOf(query.rowCount, "row")} from one query
            <ChevronRight aria-hidden className={classNames("size-3.5 transition-transform", isOpen && "rotate-90")} />
          </button>
        ) : (
          <span />
        )}
        <Link
          to={paths.chart(block.chartId)}
          className="-mr-1 flex items-center gap-1 rounded-md px-1 transition-colors hover:text-ink"
        >
          Open chart
          <ArrowUpRight aria-hidden className="size-3.5" />
        </Link>
      </div>
      {query !== null && (
        <div id={id} hidden={!isOpen} className="mt-3 flex flex-col gap-2">
          <pre className="answer-sql">
            <code>{query.sql}</code>
          </pre>
          {data?.truncated && <p>The chart shows the first {countOf(data.rows.length, "row")} of them.</p>}
          {encodingNotes.length > 0 && (
            <ul className="list-disc pl-5">
              {encodingNotes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </figcaption>
  );
}
