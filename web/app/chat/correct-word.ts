import { teachSourceWord } from "../api/operations.ts";
import { queryClient } from "../api/query-client.ts";
import { sourceWordsQuery } from "../api/source-queries.ts";
import type { Correction } from "../blocks/message-words.tsx";

/** Longest words that a source can remember. */
const MOST_WORDS = 5;

/**
 * Teaches the source what a word means and returns the message to send again: as it was where the source remembers the
 * meaning, otherwise with the column in place of the word.
 */
export async function teachCorrection(correction: Correction, message: string): Promise<string> {
  const { words, column, text, sourceId } = correction;
  if (sourceId === undefined || words.split(/\s+/).length > MOST_WORDS) return text;
  try {
    await teachSourceWord({ sourceId }, { words, column });
    void queryClient.invalidateQueries({ queryKey: sourceWordsQuery(sourceId).queryKey });
    return message;
  } catch {
    // A source of another user, or no connection: the message says it alone.
    return text;
  }
}
