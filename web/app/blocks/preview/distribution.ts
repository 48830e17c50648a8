import type { SourceColumn } from "../../api/sources";

export type CellValue = string | number | boolean | null;

/** Counts of a column's values, with shares from 0 to 1 of the largest; a bar of one value has its label. */
export interface Distribution {
  bars: { label: string | null; count: number; share: number }[];
}

const BINS = 12;
const MOST_VALUES = 3;

/** Counts how the cells of a column are spread: in equal intervals for numbers and dates, by value for everything else. */
export function distributionOf({ type }: Pick<SourceColumn, "type">, cells: readonly CellValue[]): Distribution {
  const known = cells.filter((cell) => cell !== null);
  if (type === "string" || type === "boolean") return byValue(known.map(String));
  const numbers = known
    .map((cell) => (typeof cell === "number" ? cell : momentOf(String(cell))))
    .filter(Number.isFinite);
  return byInterval(numbers);
}

/** Dates as milliseconds; integers beyond 2^53 come as text. */
function momentOf(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Date.parse(text);
}

function byInterval(numbers: readonly number[]): Distribution {
  if (numbers.length === 0) return { bars: [] };
  const low = numbers.reduce((least, value) => Math.min(least, value));
  const high = numbers.reduce((most, value) => Math.max(most, value));
  const counts = new Array<number>(low === high ? 1 : BINS).fill(0);
  for (const value of numbers) {
    const at = low === high ? 0 : Math.min(BINS - 1, Math.floor(((value - low) / (high - low)) * BINS));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { bars: withShares(counts.map((count) => ({ label: null, count }))) };
}

function byValue(values: readonly string[]): Distribution {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].map(([label, count]) => ({ label, count })).sort((one, other) => other.count - one.count);
  return { bars: withShares(sorted.slice(0, MOST_VALUES)) };
}

function withShares(bars: { label: string | null; count: number }[]): Distribution["bars"] {
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map((bar) => ({ ...bar, share: bar.count / largest }));
}
