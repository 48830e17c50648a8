import type { SourceColumn } from "../../api/sources";

/**
 * Returns the place of the column that is called so, or whose name begins with or contains the text, in this order. With
 * `after`, the next column that contains the text, and after the last one the first.
 */
export function findColumn(
  columns: readonly Pick<SourceColumn, "name">[],
  typed: string,
  after: number | null,
): number | null {
  const wanted = plain(typed);
  if (wanted === "") return null;
  const names = columns.map(({ name }) => plain(name));
  const placeOf = (fits: (name: string, place: number) => boolean) => {
    const place = names.findIndex(fits);
    return place < 0 ? null : place;
  };
  const contains = (name: string) => name.includes(wanted);
  if (after !== null) return placeOf((name, place) => place > after && contains(name)) ?? placeOf(contains);
  return placeOf((name) => name === wanted) ?? placeOf((name) => name.startsWith(wanted)) ?? placeOf(contains);
}

/** "order_date" is found by "Order date". */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}
