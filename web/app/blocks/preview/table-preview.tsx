import { useVirtualizer } from "@tanstack/react-virtual";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { SourceRows } from "../../api/source-queries";
import type { Source, SourceColumn } from "../../api/sources";
import { formatCell, isNumberColumn } from "../../charts/kinds/table-cells";
import { classNames } from "../../util/class-names";
import { ColumnCard } from "./column-card";
import { ColumnFinder } from "./column-finder";
import { type Distribution, distributionOf } from "./distribution";
import { isKeyColumn } from "./key-column";
import { dataPreview as text } from "./strings";

const ColumnDialog = lazy(async () => ({ default: (await import("./column-dialog")).ColumnDialog }));

const COLUMN_WIDTH = 204;
const CARD_HEIGHT = 138;
const ROW_HEIGHT = 32;
/** Tables with more columns have a field to find one. */
const FEW_COLUMNS = 12;
const NO_DISTRIBUTION: Distribution = { bars: [] };

export interface TablePreviewProps {
  source: Source;
  rows: SourceRows["rows"];
  /** The rows whose values the cards show. */
  sample: SourceRows["rows"];
}

/** Rows and columns of a table under a card for each column; only what is on screen is in the page. */
export function TablePreview({ source, rows, sample }: TablePreviewProps) {
  const { columns, rowCount } = source;
  const scroller = useRef<HTMLDivElement>(null);
  const initialRect = { width: 900, height: 320 };
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_WIDTH,
    overscan: 2,
    initialRect,
  });
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect,
  });
  const distributions = useMemo(
    () =>
      columns.map((column, place) =>
        distributionOf(
          // Keys are names in numbers: how they are spread says nothing, how often each occurs does.
          isKeyColumn(column, rowCount ?? 0) ? { type: "string" } : column,
          sample.map((row) => row[place] ?? null),
        ),
      ),
    [columns, sample, rowCount],
  );
  const [edited, setEdited] = useState<SourceColumn | null>(null);
  const [found, setFound] = useState<number | null>(null);
  const shownRows = down.getVirtualItems();
  const shownColumns = across.getVirtualItems().flatMap(({ index }) => {
    const column = columns[index];
    return column ? [{ column, index }] : [];
  });
  const left = across.getVirtualItems()[0]?.start ?? 0;
  const right = across.getTotalSize() - (across.getVirtualItems().at(-1)?.end ?? 0);
  const above = shownRows[0]?.start ?? 0;
  const below = down.getTotalSize() - (shownRows.at(-1)?.end ?? 0);
  return (
    <>
      {columns.length > FEW_COLUMNS && (
        <ColumnFinder
          columns={columns}
          onFind={(place) => {
            setFound(place);
            if (place !== null) across.scrollToIndex(place, { align: "center" });
          }}
        />
      )}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={text.preview(source.name)}
        className="max-h-80 overflow-auto rounded-2xl border border-line bg-raised"
      >
        <table
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          style={{ width: across.getTotalSize() }}
          // The columns of narrow tables share the width.
          className="min-w-full table-fixed border-collapse text-sm tabular-nums"
        >
          <thead className="sticky top-0 z-10 bg-raised">
            <tr style={{ height: CARD_HEIGHT }}>
              {left > 0 && <td style={{ width: left }} />}
              {shownColumns.map(({ column, index }) => (
                <th
                  key={index}
                  scope="col"
                  aria-colindex={index + 1}
                  style={{ width: COLUMN_WIDTH, height: CARD_HEIGHT }}
                  className={classNames(
                    "border-line border-r border-b p-0 align-top last:border-r-0",
                    index === found && "bg-accent-wash",
                  )}
                >
                  <ColumnCard
                    column={column}
                    onEdit={() => setEdited(column)}
                    distribution={distributions[index] ?? NO_DISTRIBUTION}
                    rowCount={rowCount ?? 0}
                  />
                </th>
              ))}
              {right > 0 && <td style={{ width: right }} />}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {shownRows.map((row) => (
              <tr key={row.index} aria-rowindex={row.index + 2} className="border-line/60 border-b last:border-b-0">
                {left > 0 && <td />}
                {shownColumns.map(({ column, index }) => (
                  <Cell key={index} column={column} place={index} value={rows[row.index]?.[index] ?? null} />
                ))}
                {right > 0 && <td />}
              </tr>
            ))}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </section>
      {edited && (
        <Suspense fallback={null}>
          <ColumnDialog source={source} column={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}

interface CellProps {
  column: SourceColumn;
  place: number;
  value: string | number | boolean | null;
}

function Cell({ column, place, value }: CellProps) {
  return (
    <td
      aria-colindex={place + 1}
      style={{ height: ROW_HEIGHT }}
      className={classNames("truncate px-3", isNumberColumn(column) && "text-right", value === null && "text-faint")}
    >
      {formatCell(value, column)}
    </td>
  );
}
