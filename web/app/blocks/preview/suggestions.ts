import type { SourceSample } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import type { ShownChart } from "../../charts/view/shown-chart";
import { questionsAbout, type TableQuestion } from "./questions";
import { thumbnailOf } from "./thumbnail";

const MOST_QUESTIONS = 5;

export interface Suggestion {
  question: TableQuestion;
  chart: ShownChart;
}

/** Returns the first five questions about a table whose charts, drawn from a sample of its rows, show something. */
export function suggestionsFor(
  source: Pick<Source, "columns" | "rowCount">,
  { rows, step }: SourceSample,
): Suggestion[] {
  const found: Suggestion[] = [];
  for (const question of questionsAbout(source)) {
    const chart = thumbnailOf(question, source.columns, rows, step ?? 1);
    if (chart) found.push({ question, chart });
    if (found.length === MOST_QUESTIONS) break;
  }
  return found;
}
