import type { SourceColumn } from "../../api/sources";

const keyName = /(^|[_\s-])(id|ids|key|code|uuid|zip|zipcode|postcode|index|rank|bib)$/i;
const rowNumberName = /^(no|nr|number|#|row)/i;
/** In shorter tables a run of numbers without gaps may be chance. */
const FEW_ROWS = 20;

/** Returns whether the numbers of a column name things or rows: sums, means and distributions of them say nothing. */
export function isKeyColumn({ name, type, distinct, min, max }: SourceColumn, rowCount: number): boolean {
  if (type !== "integer" && type !== "number") return false;
  if (keyName.test(name.trim()) || /[a-z]I[dD]$/.test(name)) return true;
  if (type !== "integer" || distinct !== rowCount) return false;
  const isRun = typeof min === "number" && typeof max === "number" && max - min + 1 === distinct;
  return rowNumberName.test(name) || (isRun && rowCount > FEW_ROWS);
}
