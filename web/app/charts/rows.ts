import type { Cell, ChartData, DataColumn } from "./draw-request.ts";

/** Dates and date-times are milliseconds since 1970, UTC. */
export type Row = Record<string, Cell>;

/** Rows as objects by column name, as Vega reads them. */
export function toObjects(data: ChartData): Row[] {
  return data.rows.map((cells) => {
    const row: Row = {};
    data.columns.forEach((column, index) => {
      if (column.name !== "__proto__") row[column.name] = readCell(cells[index] ?? null, column);
    });
    return row;
  });
}

/** Big integers that came as text become numbers: a drawing cannot show their last digits. */
function readCell(cell: Cell, column: DataColumn): Cell {
  switch (column.type) {
    case "integer":
    case "number":
      return typeof cell === "string" ? finiteNumber(cell) : cell;
    case "date":
    case "datetime":
      return typeof cell === "string" ? readTime(cell) : cell;
    case "string":
    case "boolean":
      return cell;
  }
}

function finiteNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value : null;
}

const timePattern =
  /^([+-]?\d{4,6})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Reads a date or date-time as UTC, whatever the zone of the machine that draws. */
export function readTime(text: string): number | null {
  const match = timePattern.exec(text.trim());
  if (!match) return null;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = match;
  const milliseconds = Math.floor(Number(`0.${match[7] ?? "0"}`) * 1000);
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  time.setUTCHours(Number(hour), Number(minute), Number(second), milliseconds);
  return Number.isNaN(time.getTime()) ? null : time.getTime();
}
