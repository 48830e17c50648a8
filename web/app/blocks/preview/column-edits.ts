import type { SourceColumn } from "../../api/sources";
import type { ColumnEdit } from "../../contract/types";

/** A repair that was made when the file was read. */
export type Repair = { column: string } & (
  | { kind: "spellings"; count: number; from: string; to: string }
  | { kind: "missing"; number: number }
);

/** Name, unit and type of a column as its owner edits them. */
export interface ColumnChoice {
  name: string;
  unit: string;
  type: SourceColumn["type"];
}

const unitAtEnd = /^(.*\S)\s*\(([^()]{1,12})\)$/;

/** Splits a column's name into the name and the unit in parentheses at its end. */
export function splitUnit(column: string): Pick<ColumnChoice, "name" | "unit"> {
  const [, name, unit] = unitAtEnd.exec(column) ?? [];
  return name !== undefined && unit !== undefined ? { name, unit } : { name: column, unit: "" };
}

/** Returns the edit that a column has, under the name that it has now. */
export function editOf(column: string, edits: readonly ColumnEdit[]): ColumnEdit | undefined {
  return edits.find((edit) => (edit.name ?? edit.column) === column);
}

/** Returns the edits with another name and type of a column; its repairs stay. */
export function withChoice(column: string, choice: ColumnChoice, edits: readonly ColumnEdit[]): ColumnEdit[] {
  const unit = choice.unit.trim();
  const name = unit === "" ? choice.name.trim() : `${choice.name.trim()} (${unit})`;
  return replaceEdit(column, edits, (edit) => ({ ...edit, name, type: choice.type }));
}

/** Returns the edits without the name and type that its owner gave a column. */
export function withoutChoice(column: string, edits: readonly ColumnEdit[]): ColumnEdit[] {
  return replaceEdit(column, edits, ({ name: _name, type: _type, ...edit }) => edit);
}

/** Returns the edits without a repair. */
export function withoutRepair({ column, kind }: Repair, edits: readonly ColumnEdit[]): ColumnEdit[] {
  return replaceEdit(column, edits, ({ [kind]: _repair, ...edit }) => edit);
}

function replaceEdit(
  column: string,
  edits: readonly ColumnEdit[],
  change: (edit: ColumnEdit) => ColumnEdit,
): ColumnEdit[] {
  const known = editOf(column, edits);
  if (!known) return [...edits, change({ column })];
  return edits.map((edit) => (edit === known ? change(edit) : edit));
}

/** Returns the repairs of a table, by the names that its columns have now. */
export function repairsOf(edits: readonly ColumnEdit[]): Repair[] {
  return edits.flatMap((edit) => {
    const column = edit.name ?? edit.column;
    const spellings = Object.entries(edit.spellings ?? {});
    const [[from, to] = []] = spellings;
    return [
      ...(from !== undefined && to !== undefined
        ? [{ column, kind: "spellings" as const, count: spellings.length, from, to }]
        : []),
      ...(typeof edit.missing === "number" ? [{ column, kind: "missing" as const, number: edit.missing }] : []),
    ];
  });
}
