import type { Cell, DataColumn } from "../draw-request.ts";
import { formatExact } from "../numbers.ts";

export function isNumberColumn(column: DataColumn): boolean {
  return column.type === "number" || column.type === "integer";
}

/** A value as a table shows it: with all of its digits. */
export function formatCell(value: Cell, column: DataColumn): string {
  if (value === null) return "–";
  if (typeof value === "number") return isName(column) ? String(value) : formatExact(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (column.type === "integer") return isName(column) ? value : value.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return column.type === "datetime" ? value.replace("T", " ") : value;
}

/** Numbers that name something are not counted with: they have no thousands. */
function isName(column: DataColumn): boolean {
  return column.type === "integer" && /(^|[^a-z])(year|id|zip|postcode|code)$/i.test(column.name);
}
