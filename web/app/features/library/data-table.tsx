import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { Cell, ChartData } from "../../api/charts";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";

const rowHeight = 40;

/** The rows that a chart draws. Only what is in view is in the page. */
export function DataTable({ data, caption }: { data: ChartData; caption: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: data.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = rows.getVirtualItems();
  const before = visible[0]?.start ?? 0;
  const after = rows.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const isNumeric = data.columns.map(({ type }) => type === "number" || type === "integer");
  return (
    <div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        tabIndex={0}
        aria-label={caption}
        className="max-h-[28rem] overflow-auto rounded-xl border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-sm" aria-rowcount={data.rows.length + 1}>
          <thead>
            <tr>
              {data.columns.map(({ name }, index) => (
                <th
                  key={name}
                  scope="col"
                  className={classNames(
                    "sticky top-0 whitespace-nowrap border-line border-b bg-surface px-4 py-2.5 font-medium",
                    isNumeric[index] ? "text-right" : "text-left",
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Gap height={before} />}
            {visible.map(({ index, key }) => (
              <tr key={key} aria-rowindex={index + 2} className="h-10">
                {data.rows[index]?.map((cell, column) => (
                  <td
                    key={data.columns[column]?.name}
                    dir="auto"
                    className={classNames(
                      "max-w-80 truncate border-line/70 border-b px-4",
                      isNumeric[column] ? "text-right" : "text-left",
                    )}
                  >
                    {showCell(cell)}
                  </td>
                ))}
              </tr>
            ))}
            {after > 0 && <Gap height={after} />}
          </tbody>
        </table>
      </section>
      <p className="mt-2 text-faint text-xs">
        {countOf(data.rows.length, "row")}
        {data.truncated && "; the query gave more than the chart holds"}
      </p>
    </div>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

function showCell(cell: Cell) {
  if (cell === null) return <span className="text-faint">–</span>;
  if (typeof cell === "number") return decimal.format(cell);
  return String(cell);
}
