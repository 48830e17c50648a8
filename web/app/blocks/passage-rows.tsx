import { useQuery } from "@tanstack/react-query";
import { QueryFailure } from "../api/query-boundary";
import { sourceRowsQuery } from "../api/source-queries.ts";
import type { Cell, DataColumn } from "../charts/draw-request.ts";
import { formatCell } from "../charts/kinds/table-cells.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { countOf, formatCount } from "../util/format.ts";
import { passageRows as text } from "./strings";

/** As many rows as a dialog shows with sense. */
const MOST_ROWS = 50;

export interface PassageRowsProps {
  sourceId: string;
  /** Null for the first rows. */
  range: { start: number; end: number } | null;
}

/** The rows of a source that a reference points at, with their numbers. */
export function PassageRows({ sourceId, range }: PassageRowsProps) {
  const start = range?.start ?? 1;
  const length = range === null ? 20 : Math.max(1, range.end - range.start + 1);
  const limit = Math.min(length, MOST_ROWS);
  const rows = useQuery(sourceRowsQuery(sourceId, start - 1, limit));
  if (rows.isPending) return <Skeleton className="h-48 w-full" />;
  if (rows.isError) {
    return <QueryFailure error={rows.error} what={text.theRows} onRetry={() => void rows.refetch()} />;
  }
  const numbered = rows.data.rows.map((cells, place) => ({ number: start + place, cells }));
  return (
    <figure className="min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard, too */}
      <section className="max-h-96 overflow-auto rounded-lg border border-line" aria-label={text.rows} tabIndex={0}>
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-surface">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium text-faint">
                #
              </th>
              {rows.data.columns.map((column) => (
                <th key={column.name} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbered.map(({ number, cells }) => (
              <tr key={number} className="border-line border-t">
                <th scope="row" className="px-3 py-1.5 font-normal text-faint">
                  {formatCount(number)}
                </th>
                {rows.data.columns.map((column, place) => (
                  <td key={column.name} className="whitespace-nowrap px-3 py-1.5">
                    <PassageCell value={cells[place] ?? null} column={column} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {length > MOST_ROWS && (
        <figcaption className="mt-2 text-faint text-sm">
          {text.showingTheFirstOf(MOST_ROWS, countOf(length, "row"))}
        </figcaption>
      )}
    </figure>
  );
}

function PassageCell({ value, column }: { value: Cell; column: DataColumn }) {
  if (value === null) return <span className="text-faint">{text.empty}</span>;
  return formatCell(value, column);
}
