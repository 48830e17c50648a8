import type { Cell, ChartData, DataColumn } from "../draw-request.ts";
import { isSameCell } from "../same-key.ts";

/** How a viewer arranges a table: order, rows and names. The chart itself stays as it is. */
export interface TableView {
  sort: { column: string; isDescending: boolean } | null;
  filters: readonly TableFilter[];
  hidden: readonly string[];
  /** Shown names of columns, by their own names. */
  names: Readonly<Record<string, string>>;
}

export interface TableFilter {
  column: string;
  values: readonly Cell[];
  /** False where the rows with these values are left out. */
  isKept: boolean;
}

export interface ShownTable {
  columns: readonly ShownColumn[];
  rows: readonly (readonly Cell[])[];
}

export interface ShownColumn {
  source: DataColumn;
  /** Place in a row. */
  index: number;
  label: string;
}

export const plainView: TableView = { sort: null, filters: [], hidden: [], names: {} };

export function isPlain({ sort, filters, hidden, names }: TableView): boolean {
  return sort === null && filters.length === 0 && hidden.length === 0 && Object.keys(names).length === 0;
}

/** Returns the columns and rows that are shown, in their order. Missing values come last in either direction. */
export function applyView({ columns, rows }: ChartData, view: TableView): ShownTable {
  const shown = columns.flatMap((source, index): ShownColumn[] =>
    view.hidden.includes(source.name) ? [] : [{ source, index, label: view.names[source.name] ?? source.name }],
  );
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  const filters = view.filters.map((filter) => ({ ...filter, place: placeOf(filter.column) }));
  const kept = rows.filter((row) =>
    filters.every(
      ({ place, values, isKept }) =>
        place < 0 || values.some((value) => isSameCell(value, row[place] ?? null)) === isKept,
    ),
  );
  const place = view.sort ? placeOf(view.sort.column) : -1;
  if (place < 0) return { columns: shown, rows: kept };
  const direction = view.sort?.isDescending ? -1 : 1;
  const compare = comparison(columns[place]);
  const sorted = [...kept].sort((a, b) => {
    const [one, other] = [a[place] ?? null, b[place] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * compare(one, other);
  });
  return { columns: shown, rows: sorted };
}

function comparison(column: DataColumn | undefined): (one: Cell, other: Cell) => number {
  // Integers beyond the safe ones arrive as text.
  if (column?.type === "integer" || column?.type === "number") return (one, other) => Number(one) - Number(other);
  return (one, other) => String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** Shows the rows of one value only, in place of what was filtered by its column before. */
export function keepOnly(view: TableView, column: string, value: Cell): TableView {
  const others = view.filters.filter((filter) => filter.column !== column);
  return { ...view, filters: [...others, { column, values: [value], isKept: true }] };
}

/** Leaves out the rows of a value. */
export function leaveOut(view: TableView, column: string, value: Cell): TableView {
  const before = view.filters.find((filter) => filter.column === column && !filter.isKept);
  const others = view.filters.filter((filter) => filter.column !== column);
  return { ...view, filters: [...others, { column, values: [...(before?.values ?? []), value], isKept: false }] };
}

export function withoutFilter(view: TableView, column: string): TableView {
  return { ...view, filters: view.filters.filter((filter) => filter.column !== column) };
}

/** Shows a column by another name; its own name or none gives the old one back. */
export function rename(view: TableView, column: string, name: string): TableView {
  const names = { ...view.names };
  if (name.trim() === "" || name === column) delete names[column];
  else names[column] = name;
  return { ...view, names };
}

/** Returns the view that was stored; a plain view where nothing valid was. */
export function readView(stored: unknown): TableView {
  const { sort, filters, hidden, names } = Object(stored) as Partial<Record<keyof TableView, unknown>>;
  const isCell = (value: unknown): value is Cell => value === null || /^(string|number|boolean)$/.test(typeof value);
  const readSort = Object(sort) as Partial<NonNullable<TableView["sort"]>>;
  return {
    sort:
      typeof readSort.column === "string"
        ? { column: readSort.column, isDescending: readSort.isDescending === true }
        : null,
    filters: (Array.isArray(filters) ? filters : []).flatMap((each): TableFilter[] => {
      const { column, values, isKept } = Object(each) as Partial<Record<keyof TableFilter, unknown>>;
      if (typeof column !== "string" || !Array.isArray(values)) return [];
      return [{ column, values: values.filter(isCell), isKept: isKept === true }];
    }),
    hidden: (Array.isArray(hidden) ? hidden : []).filter((each): each is string => typeof each === "string"),
    names: Object.fromEntries(
      Object.entries(Object(names)).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
  };
}
