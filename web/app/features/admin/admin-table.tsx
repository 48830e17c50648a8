import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../util/class-names";
import { flippedOrder, nextOrder, type SortOrder, type SortValue, sortRows } from "./table-rows";

/** One row's height until it is measured, and how many rows outside of the window are drawn. */
const rowHeight = 40;
const overscan = 12;

export interface AdminColumn<Row, Sort extends string = string> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the order by this column. Only of lists that the server sorts. */
  sortKey?: Sort;
  /** Whether the server sorts the list by this column only, and has no name for it. */
  isOnlyOrder?: boolean;
  /** Of lists that are here as a whole. Missing where the column has no order. */
  sortBy?: (row: Row) => SortValue;
  align?: "left" | "right";
  /** In rem; the others share what is left. */
  width?: number;
  /** True where cells hold a control, which isn't cut as text is. */
  isControl?: boolean;
}

export interface AdminTableProps<Row> {
  label: string;
  columns: readonly AdminColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown if there are no rows. */
  emptyText: string;
  /** Called when the last rows come near; loads the next ones. */
  onEnd?: (() => void) | undefined;
  /** The order of a list that the server sorts, by a column with a `sortKey`, or its only order. */
  serverOrder?: { order: SortOrder; onOrder: (order: SortOrder) => void };
}

/** Keeps the actions of a row in sight where the table is wider than the screen. */
const inSight = "sticky right-0 max-xl:border-l";

/** Width of a column that shares what is left, where nothing is left, in rem. */
const leastShare = 12;

/** Rows that are sorted by a click on a column's title, and drawn only where they are seen. */
export function AdminTable<Row>({ label, columns, rows, keyOf, emptyText, onEnd, serverOrder }: AdminTableProps<Row>) {
  const [ownOrder, setOrder] = useState<SortOrder | null>(null);
  const order = serverOrder?.order ?? ownOrder;
  const scroller = useRef<HTMLElement>(null);
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ id }) => id === ownOrder?.columnId)?.sortBy;
    return ownOrder && sortBy ? sortRows(rows, sortBy, ownOrder.direction) : rows;
  }, [columns, rows, ownOrder]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.start ?? 0;
  const last = shown.at(-1);
  const isAtEnd = (last?.index ?? -1) >= sorted.length - 1 && sorted.length > 0;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);

  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
      tabIndex={0}
      className="relative max-h-[calc(100dvh-15rem)] min-h-48 scroll-pr-28 overflow-auto lg:max-h-[calc(100dvh-11rem)] rounded-2xl border border-line bg-raised"
    >
      <table
        aria-rowcount={sorted.length + 1}
        // Narrower, columns without a width would vanish.
        style={{ minWidth: `${columns.reduce((sum, { width = leastShare }) => sum + width, 0)}rem` }}
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <ColumnTitle
                key={column.id}
                column={column}
                isLast={column === columns.at(-1)}
                order={order}
                isSortable={
                  serverOrder
                    ? column.sortKey !== undefined || column.isOnlyOrder === true
                    : column.sortBy !== undefined
                }
                onSort={() =>
                  serverOrder
                    ? serverOrder.onOrder(flippedOrder(serverOrder.order, column.id))
                    : setOrder((current) => nextOrder(current, column.id))
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="p-0">
                {/* In sight also where the table is wider than the screen. */}
                <p className="sticky left-0 w-[min(100%,calc(100dvw-2.5rem))] px-4 py-12 text-center text-soft">
                  {emptyText}
                </p>
              </td>
            </tr>
          )}
          {first > 0 && <Space height={first} columns={columns.length} />}
          {shown.map(({ index }) => {
            const row = sorted[index];
            return (
              row !== undefined && (
                <tr key={keyOf(row)} aria-rowindex={index + 2} className="group h-10">
                  {columns.map(({ id, cell, align = "left", isControl = false }, place) => (
                    <td
                      key={id}
                      className={classNames(
                        "h-10 whitespace-nowrap border-line border-t px-4 group-hover:bg-surface dark:group-hover:bg-line/40",
                        !isControl && "truncate",
                        align === "right" && "text-right",
                        isControl && place === columns.length - 1 && `${inSight} bg-raised dark:group-hover:bg-raised`,
                      )}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              )
            );
          })}
          {last && virtualizer.getTotalSize() > last.end && (
            <Space height={virtualizer.getTotalSize() - last.end} columns={columns.length} />
          )}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnTitleProps<Row> {
  column: AdminColumn<Row>;
  isLast: boolean;
  order: SortOrder | null;
  isSortable: boolean;
  onSort: () => void;
}

function ColumnTitle<Row>({
  column: { id, title, align, width, isControl },
  isLast,
  order,
  isSortable,
  onSort,
}: ColumnTitleProps<Row>) {
  const direction = order?.columnId === id ? order.direction : undefined;
  const Icon = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={direction}
      style={width === undefined ? undefined : { width: `${width}rem` }}
      className={classNames(
        "sticky top-0 z-10 h-10 bg-surface px-4 font-medium text-faint text-xs dark:bg-raised",
        align === "right" ? "text-right" : "text-left",
        isLast && isControl && `${inSight} z-20`,
      )}
    >
      {!isSortable ? (
        title
      ) : (
        <button type="button" onClick={onSort} className="inline-flex items-center gap-1 rounded hover:text-ink">
          {title}
          <Icon
            aria-hidden
            // Before the title of a column whose numbers stand at its end, so that the two ends meet.
            className={classNames("size-3", align === "right" && "-order-1", direction === undefined && "opacity-0")}
          />
        </button>
      )}
    </th>
  );
}

/** A spacer for rows that aren't rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
