import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { classNames } from "../../util/class-names";
import type { ChartData } from "../draw-request";
import { formatCell, isNumberColumn, shownColumns } from "../kinds/table-cells";

const rowHeight = 33;

/** Every row of a chart's data; only those on screen are in the page. */
export function DataTable({ data, caption }: { data: ChartData; caption: string }) {
  const columns = useMemo(() => shownColumns(data), [data]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: data.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 600, height: 320 },
  });
  const shown = rows.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={caption}
      className="max-h-80 overflow-auto rounded-lg border border-line"
    >
      <table aria-rowcount={data.rows.length + 1} className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={classNames(
                  "whitespace-nowrap border-line border-b px-3 py-2 font-medium",
                  isNumberColumn(column) ? "text-right" : "text-left",
                )}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {shown.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2} className="border-line/70 border-b last:border-b-0">
              {columns.map((column, at) => (
                <td
                  key={column.name}
                  className={classNames(
                    "max-w-96 truncate px-3 py-1.5",
                    isNumberColumn(column) && "text-right",
                    (data.rows[index]?.[at] ?? null) === null && "text-faint",
                  )}
                >
                  {formatCell(data.rows[index]?.[at] ?? null, column)}
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </section>
  );
}
