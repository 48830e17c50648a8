import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronDown, ListFilter } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";
import { readStoredJson, writeStored } from "../../util/stored";
import type { ChartData } from "../draw-request";
import { formatCell, isNumberColumn, shownColumns } from "../kinds/table-cells";
import { dataTable as text } from "./strings";
import type { TablePart } from "./table-popover";
import { applyView, isPlain, plainView, readView, type ShownColumn, type TableView } from "./table-view";

const TablePopover = lazy(async () => ({ default: (await import("./table-popover")).TablePopover }));

const rowHeight = 33;

export interface DataTableProps {
  data: ChartData;
  caption: string;
  /** Chart whose table this is; its sorting and filters last beyond a reload. */
  chartId?: string;
}

/**
 * Every row of a chart's data; only those on screen are in the page. A click on a heading sorts, filters, renames or hides
 * its column, a click on a cell filters by its value.
 */
export function DataTable({ data: given, caption, chartId }: DataTableProps) {
  const data = useMemo((): ChartData => ({ ...given, columns: shownColumns(given) }), [given]);
  const [view, setView] = useStoredView(chartId);
  const { columns, rows: shownRows } = useMemo(() => applyView(data, view), [data, view]);
  const [part, setPart] = useState<TablePart>();
  const scroller = useRef<HTMLElement>(null);
  const pressed = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: shownRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 600, height: 320 },
  });
  const shown = rows.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const open = (next: TablePart, focused: HTMLElement | null) => {
    pressed.current = focused;
    setPart(next);
  };
  return (
    <>
      {!isPlain(view) && (
        <p role="status" className="mb-2 flex flex-wrap items-center gap-x-2 text-soft text-xs" data-numeric>
          {text.onlyYouSeeThis(
            shownRows.length === data.rows.length
              ? countOf(shownRows.length, "row")
              : text.rowsOf(shownRows.length, countOf(data.rows.length, "row")),
          )}
          <button
            type="button"
            className="min-h-6 rounded font-medium text-accent-strong underline underline-offset-2"
            onClick={() => setView(plainView)}
          >
            {text.resetTable}
          </button>
        </p>
      )}
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={caption}
        className="max-h-80 overflow-auto rounded-lg border border-line"
      >
        <table aria-rowcount={shownRows.length + 1} className="w-full border-collapse text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 z-10 bg-surface">
            <tr>
              {columns.map((column) => (
                <Heading key={column.source.name} column={column} view={view} onOpen={open} />
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {shown.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2} className="border-line/70 border-b last:border-b-0">
                {columns.map(({ source, index: place }) => {
                  const value = shownRows[index]?.[place] ?? null;
                  const isOpen = part?.value !== undefined && part.column.name === source.name && part.value === value;
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the heading offers the same filter to the keyboard
                    <td
                      key={source.name}
                      onClick={({ currentTarget }) => {
                        if (getSelection()?.isCollapsed === false) return;
                        open({ column: source, value, element: currentTarget }, scroller.current);
                      }}
                      className={classNames(
                        "max-w-96 cursor-pointer truncate px-3 py-1.5 hover:bg-surface dark:hover:bg-line/40",
                        isNumberColumn(source) && "text-right",
                        value === null && "text-faint",
                        isOpen && "bg-surface dark:bg-line/40",
                      )}
                    >
                      {formatCell(value, source)}
                    </td>
                  );
                })}
              </tr>
            ))}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
        {shownRows.length === 0 && data.rows.length > 0 && (
          <p className="px-3 py-6 text-center text-soft text-sm">{text.noRowsMatch}</p>
        )}
      </section>
      {part && (
        <Suspense fallback={null}>
          <TablePopover
            part={part}
            data={data}
            view={view}
            onChange={setView}
            returnFocus={pressed}
            onClose={() => setPart(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeadingProps {
  column: ShownColumn;
  view: TableView;
  onOpen: (part: TablePart, focused: HTMLElement) => void;
}

/** Names longer than this many characters may wrap. */
const unbroken = 22;

function Heading({ column: { source, label }, view, onOpen }: HeadingProps) {
  const isSorted = view.sort?.column === source.name;
  const isFiltered = view.filters.some((filter) => filter.column === source.name);
  const isRight = isNumberColumn(source);
  const Arrow = view.sort?.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (view.sort?.isDescending ? "descending" : "ascending") : undefined}
      className="border-line border-b p-0 align-bottom font-medium"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        title={text.sortFilterOrRename}
        style={{ minWidth: `${Math.min(label.length, unbroken) + 4}ch` }}
        className={classNames(
          "group/heading flex w-full items-end gap-1 px-3 py-2 text-left hover:bg-line/40",
          isRight && "flex-row-reverse text-right",
        )}
        onClick={({ currentTarget }) => onOpen({ column: source, element: currentTarget }, currentTarget)}
      >
        <span dir="auto">{label}</span>
        {isFiltered && <ListFilter aria-hidden className="mb-0.5 size-3.5 shrink-0 text-accent-strong" />}
        {isSorted ? (
          <Arrow aria-hidden className="mb-0.5 size-3.5 shrink-0 text-accent-strong" />
        ) : (
          <ChevronDown
            aria-hidden
            className="mb-0.5 size-3.5 shrink-0 text-faint opacity-0 group-hover/heading:opacity-100 group-focus-visible/heading:opacity-100"
          />
        )}
      </button>
    </th>
  );
}

/** The viewer's arrangement of a table, kept in this browser for a chart's own table. */
function useStoredView(chartId: string | undefined): [TableView, (view: TableView) => void] {
  const key = chartId === undefined ? undefined : `portolan-table-${chartId}`;
  const [view, setView] = useState(() => (key === undefined ? plainView : readView(readStoredJson(key))));
  const change = (next: TableView) => {
    setView(next);
    if (key !== undefined) writeStored(key, isPlain(next) ? null : JSON.stringify(next));
  };
  return [view, change];
}
