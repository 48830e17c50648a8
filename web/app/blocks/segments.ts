import type { UnderstoodWord } from "../stream/events.ts";

export interface Segment {
  start: number;
  part: string;
  /** The word's index; null for the text between words. */
  index: number | null;
}

/** Splits a message at its words. Words that overlap an earlier one or reach beyond the text are left as text. */
export function segmentsOf(text: string, words: readonly UnderstoodWord[]): Segment[] {
  const segments: Segment[] = [];
  let done = 0;
  for (const [index, { start, end }] of words.entries()) {
    if (start < done || end <= start || end > text.length) continue;
    if (start > done) segments.push({ start: done, part: text.slice(done, start), index: null });
    segments.push({ start, part: text.slice(start, end), index });
    done = end;
  }
  if (done < text.length) segments.push({ start: done, part: text.slice(done), index: null });
  return segments;
}
