import type { Cell } from "./draw-request.ts";
import { formatCell } from "./kinds/table-cells.ts";
import { readTime } from "./rows.ts";

/** Values of a mark by column, as in the rows. */
export type MarkKey = Readonly<Record<string, Cell>>;

/**
 * Whether two keys name the same mark: they agree in every column that both have, and have one. The rows of a query may be
 * known by more columns than a drawing shows.
 */
export function isSameKey(one: MarkKey, other: MarkKey): boolean {
  const shared = Object.keys(one).filter((column) => Object.hasOwn(other, column));
  return shared.length > 0 && shared.every((column) => isSameCell(one[column] ?? null, other[column] ?? null));
}

/** Dates are the same however exactly they are written, and a drawing has names for what is missing. */
export function isSameCell(one: Cell, other: Cell): boolean {
  if (one === other) return true;
  const [plainOne, plainOther] = [plain(one), plain(other)];
  return plainOne === plainOther;
}

function plain(cell: Cell): string | number {
  if (cell === null) return "(missing)";
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  if (typeof cell === "number") return cell;
  if (cell === "") return "(empty)";
  return (/^[+-]?\d{4,6}-\d{2}/.test(cell) ? readTime(cell) : null) ?? cell;
}

/** A value of a column as its table has it. */
export function writtenCell(cell: Cell, column: string): string {
  if (cell === null) return "missing";
  if (typeof cell !== "number") return String(cell);
  return formatCell(cell, { name: column, type: Number.isInteger(cell) ? "integer" : "number" });
}

export function labelOfKey(key: MarkKey): string {
  return Object.entries(key)
    .map(([column, value]) => `${column}: ${writtenCell(value, column)}`)
    .join("; ");
}
