import type { SourceColumn } from "../../api/sources";

const keyName = /(^|[_\s-])(id|ids|key|code|uuid|zip|zipcode|postcode|index|rank|bib)$/i;
const rowNumberName = /^(no|nr|number|#|row)/i;
/** In shorter tables a run of numbers without gaps may be chance. */
const FEW_ROWS = 20;

/** Returns whether a column holds years as whole numbers. */
export function isYearColumn({ name, type, min, max }: SourceColumn): boolean {
  const isYear = (value: unknown) => typeof value === "number" && value >= 1500 && value <= 2200;
  return type === "integer" && /year/i.test(name) && isYear(min) && isYear(max);
}

/** Returns whether the numbers of a column name things or rows: sums, means and distributions of them say nothing. */
export function isKeyColumn(column: SourceColumn, rowCount: number): boolean {
  const { name, type, distinct, min, max } = column;
  if (type !== "integer" && type !== "number") return false;
  // A series of years has a row for each.
  if (isYearColumn(column)) return false;
  if (keyName.test(name.trim()) || /[a-z]I[dD]$/.test(name)) return true;
  if (type !== "integer" || distinct !== rowCount) return false;
  const isRun = typeof min === "number" && typeof max === "number" && max - min + 1 === distinct;
  return rowNumberName.test(name) || (isRun && rowCount > FEW_ROWS);
}
