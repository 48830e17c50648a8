import { Pencil } from "lucide-react";
import type { SourceColumn } from "../../api/sources";
import { formatCell } from "../../charts/kinds/table-cells";
import { formatNumber, formatPercent } from "../../charts/numbers";
import { formatCount } from "../../util/format";
import type { Distribution } from "./distribution";
import { isKeyColumn } from "./key-column";
import { columnCard as text } from "./strings";
import { unitOf } from "./unit";

/** Numbers of six digits or more are shortened: 345k. */
const LONG_NUMBER = 100_000;

export interface ColumnCardProps {
  column: SourceColumn;
  distribution: Distribution;
  rowCount: number;
  onEdit: () => void;
}

/** Name, type, range, missing values and distribution of a column. */
export function ColumnCard({ column, distribution, rowCount, onEdit }: ColumnCardProps) {
  const { name, type, nulls, distinct, min, max } = column;
  const unit = type === "number" || type === "integer" ? unitOf(name) : null;
  const isNamed = type === "string" || type === "boolean";
  const isKey = isKeyColumn(column, rowCount);
  const isUnique = (type === "string" || isKey) && distinct > rowCount * 0.9;
  const hasRange = !isNamed && min != null && max != null;
  const facts = [
    rowCount > 0 && nulls > 0 && text.missing(formatPercent(nulls / rowCount)),
    hasRange && text.range(formatEnd(min, column, isKey), formatEnd(max, column, isKey)),
  ].filter((fact) => fact !== false);
  return (
    <div className="flex h-full flex-col gap-1 px-3 py-2 text-left">
      <button
        type="button"
        aria-haspopup="dialog"
        title={text.edit}
        onClick={onEdit}
        className="group -mx-1 flex min-w-0 items-center gap-1.5 rounded-md px-1 text-left font-medium text-sm hover:bg-accent-wash"
      >
        <span className="truncate" dir="auto">
          {name}
        </span>
        <Pencil aria-hidden className="size-3 shrink-0 text-faint group-hover:text-accent" />
      </button>
      <span className="truncate font-normal text-faint text-xs" data-numeric>
        {[isKey ? text.key : text.types[type], unit, text.distinct(formatCount(distinct))].filter(Boolean).join(" · ")}
      </span>
      <div className="min-h-0 flex-1">
        {isUnique ? (
          <p className="font-normal text-faint text-xs">{text.allDifferent}</p>
        ) : isNamed || isKey ? (
          <ValueBars distribution={distribution} distinct={distinct} />
        ) : (
          <Histogram distribution={distribution} />
        )}
      </div>
      <span
        className="truncate font-normal text-faint text-xs"
        data-numeric
        title={hasRange ? text.range(formatCell(min, column), formatCell(max, column)) : undefined}
      >
        {facts.length > 0 ? facts.join(" · ") : text.complete}
      </span>
    </div>
  );
}

/** The least or the largest value of a column: a card has no room for all digits of a million. */
function formatEnd(value: string | number | boolean, column: SourceColumn, isKey: boolean): string {
  const isLong = typeof value === "number" && Math.abs(value) >= LONG_NUMBER && !isKey;
  return isLong ? formatNumber(value) : formatCell(value, column);
}

function Histogram({ distribution: { bars } }: { distribution: Distribution }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, bars.length) * 10} 40`}
      preserveAspectRatio="none"
      className="h-12 w-full"
    >
      {bars.map(({ share }, place) => {
        const height = share === 0 ? 0 : Math.max(1, share * 40);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: an interval is its place
            key={place}
            x={place * 10 + 0.75}
            y={40 - height}
            width={8.5}
            height={height}
            className="fill-accent/70"
          />
        );
      })}
    </svg>
  );
}

interface ValueBarsProps {
  distribution: Distribution;
  /** Distinct values of the whole column. */
  distinct: number;
}

function ValueBars({ distribution: { bars }, distinct }: ValueBarsProps) {
  const shown = bars.slice(0, distinct > 3 ? 2 : 3);
  const rest = distinct - shown.length;
  return (
    <ul className="flex flex-col gap-0.5 font-normal text-xs">
      {shown.map(({ label, share }) => (
        <li key={label} className="relative truncate rounded-sm px-1">
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-sm bg-accent/20"
            style={{ width: `${share * 100}%` }}
          />
          <span className="relative" dir="auto">
            {label}
          </span>
        </li>
      ))}
      {rest > 0 && <li className="px-1 text-faint">{text.others(formatCount(rest))}</li>}
    </ul>
  );
}
