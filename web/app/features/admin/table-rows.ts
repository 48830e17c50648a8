export type SortDirection = "ascending" | "descending";

export interface SortOrder {
  columnId: string;
  direction: SortDirection;
}

/** The order after a click on a column's title: up, down, and as it came. */
export function nextOrder(order: SortOrder | null, columnId: string): SortOrder | null {
  if (order?.columnId !== columnId) return { columnId, direction: "ascending" };
  return order.direction === "ascending" ? { columnId, direction: "descending" } : null;
}

/** The order after a click where a list always has one: down first, then up. */
export function flippedOrder(order: SortOrder, columnId: string): SortOrder {
  const isDown = order.columnId === columnId && order.direction === "descending";
  return { columnId, direction: isDown ? "ascending" : "descending" };
}

/** The sort value of a row; null sorts last in either direction. */
export type SortValue = string | number | null;

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows in order; equal ones stay as they came. */
export function sortRows<Row>(rows: readonly Row[], valueIn: (row: Row) => SortValue, direction: SortDirection): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)));
  });
}

/** The rows whose text contains every word of the query. */
export function filterRows<Row>(rows: readonly Row[], textOf: (row: Row) => string, query: string): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
