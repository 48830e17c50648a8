import type { Cell, ChartData, DataColumn } from "../draw-request.ts";
import { formatExact } from "../numbers.ts";

export function isNumberColumn(column: DataColumn): boolean {
  return column.type === "number" || column.type === "integer";
}

const midnight = /T00:00:00(?:\.0+)?$/;

/** The columns as a table shows them: times that are all midnights are days. */
export function shownColumns({ columns, rows }: ChartData): DataColumn[] {
  const isDay = (cell: Cell | undefined) => cell === null || (typeof cell === "string" && midnight.test(cell));
  return columns.map((column, index) =>
    column.type === "datetime" && rows.every((row) => isDay(row[index])) ? { ...column, type: "date" } : column,
  );
}

/** A value as a table shows it: with all of its digits. */
export function formatCell(value: Cell, column: DataColumn): string {
  if (value === null) return "–";
  if (typeof value === "number") return isName(column) ? String(value) : formatExact(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (column.type === "integer") return isName(column) ? value : value.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  if (column.type === "date") return value.replace(midnight, "");
  return column.type === "datetime" ? value.replace("T", " ") : value;
}

/** Numbers that name something are not counted with: they have no thousands. */
function isName(column: DataColumn): boolean {
  return column.type === "integer" && /(^|[^a-z])(year|id|zip|postcode|code)$/i.test(column.name);
}
