import type { SourceColumn } from "../../api/sources";
import type { SourceWords, WordMeaning } from "../../contract/types";

/** Kinds of meaning in the order in which they are offered. */
export type MeaningKind = "column" | WordMeaning["type"];

/** An entry as it is edited: every kind has the same fields. */
export interface WordRow {
  /** Stays the same while the entry is edited. */
  key: number;
  words: string;
  kind: MeaningKind;
  column: string;
  /** A number, or values with commas between them; empty for kinds without. */
  value: string;
  isGenerated: boolean;
}

/** Returns the entries of a source's words, in the order in which they are shown: own ones first. */
export function rowsOf(words: SourceWords): WordRow[] {
  const terms = words.terms.map(({ words, column, generated }) => ({
    words,
    column,
    kind: "column" as const,
    value: "",
    isGenerated: generated,
  }));
  const phrasings = words.phrasings.map(({ words, column, meaning, generated }) => ({
    words,
    column,
    kind: meaning.type,
    value: textOf(meaning),
    isGenerated: generated,
  }));
  const rows = [...terms, ...phrasings].map((row, key) => ({ ...row, key }));
  return [...rows.filter(({ isGenerated }) => !isGenerated), ...rows.filter(({ isGenerated }) => isGenerated)];
}

/** Returns the words that the entries say; entries without words are left out. */
export function wordsOf(row: string, rows: readonly WordRow[]): SourceWords {
  const filled = rows.filter(({ words }) => words.trim() !== "");
  const terms = filled.filter(({ kind }) => kind === "column");
  return {
    ...(row.trim() !== "" && { row: row.trim() }),
    terms: terms.map(({ words, column, isGenerated }) => ({ words, column, generated: isGenerated })),
    phrasings: filled.flatMap((entry) => {
      const meaning = meaningOf(entry);
      return meaning ? [{ words: entry.words, column: entry.column, meaning, generated: entry.isGenerated }] : [];
    }),
  };
}

function meaningOf({ kind, value }: WordRow): WordMeaning | null {
  switch (kind) {
    case "column":
      return null;
    case "high":
    case "low":
      return { type: kind };
    case "above":
    case "below":
      return { type: kind, number: Number(value) };
    case "is":
      return { type: kind, values: splitValues(value) };
  }
}

function textOf(meaning: WordMeaning): string {
  if (meaning.type === "is") return meaning.values.map(quoted).join(", ");
  return "number" in meaning ? String(meaning.number) : "";
}

/** A value with a comma is put in quotation marks, as in a CSV file. */
const quoted = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function splitValues(text: string): string[] {
  const values = [...text.matchAll(/\s*("(?:[^"]|"")*"|[^,]+)/g)].map(([, value = ""]) => value.trim());
  return values
    .map((value) => (/^".*"$/.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value))
    .filter((value) => value !== "");
}

/** Whether a meaning needs a number or values. */
export const needsValue = (kind: MeaningKind) => kind === "is" || needsNumber(kind);
export const needsNumber = (kind: MeaningKind) => kind === "above" || kind === "below";

/** Returns the kinds of meaning that a column can have. */
export function kindsFor(column: SourceColumn | undefined): MeaningKind[] {
  switch (column?.type) {
    case "number":
    case "integer":
      return ["column", "high", "low", "above", "below", "is"];
    case "string":
    case "boolean":
      return ["column", "is"];
    default:
      return ["column"];
  }
}

/** Returns the entry after an edit: its owner's from then on, with a meaning that its column can have. */
export function editRow(row: WordRow, change: Partial<WordRow>, columns: readonly SourceColumn[]): WordRow {
  const edited = { ...row, ...change, isGenerated: false };
  const kinds = kindsFor(columns.find(({ name }) => name === edited.column));
  return kinds.includes(edited.kind) ? edited : { ...edited, kind: "column", value: "" };
}

/** Returns why entries can't be saved, by key; an entry without words is ignored. */
export function faultsOf(rows: readonly WordRow[]): Map<number, "twice" | "number" | "values"> {
  const faults = new Map<number, "twice" | "number" | "values">();
  const seen = new Set<string>();
  for (const { key, words, kind, value } of rows) {
    const name = words.trim().toLowerCase().replaceAll(/\s+/g, " ");
    if (name === "") continue;
    if (seen.has(name)) faults.set(key, "twice");
    seen.add(name);
    if (needsNumber(kind) && (value.trim() === "" || !Number.isFinite(Number(value)))) faults.set(key, "number");
    if (kind === "is" && splitValues(value).length === 0) faults.set(key, "values");
  }
  return faults;
}
