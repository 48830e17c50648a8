import { useQuery } from "@tanstack/react-query";
import { CornerDownRight } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryFailure } from "../../api/query-boundary";
import { sourceRowsQuery } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { countOf, formatCount } from "../../util/format";
import { questionsAbout } from "./questions";
import { dataPreview as text } from "./strings";
import { TablePreview } from "./table-preview";

/** As many rows as the server gives at once. */
const MOST_ROWS = 1_000;

export interface DataPreviewProps {
  /** Tables, in the order in which they were attached. */
  sources: readonly Source[];
  isDisabled: boolean;
  onAsk: (question: string) => void;
}

/** The tables that were just attached, with questions that they can answer. */
export function DataPreview({ sources, isDisabled, onAsk }: DataPreviewProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const source = sources.find(({ id }) => id === chosenId) ?? sources[0];
  if (!source) return null;
  return (
    <section aria-label={text.attachedTables} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        {sources.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === source.id}
            onClick={() => setChosenId(id)}
            className={classNames(
              "max-w-64 truncate rounded-lg font-medium text-sm",
              sources.length > 1 && "border px-2.5 py-1",
              id === source.id ? "border-accent/50 text-ink" : "border-line text-soft hover:text-ink",
            )}
          >
            {name}
          </button>
        ))}
        <span className="text-faint text-sm" data-numeric>
          {text.size(countOf(source.rowCount ?? 0, text.rows), countOf(source.columns.length, text.columns))}
        </span>
      </div>
      <Rows key={source.id} source={source} />
      <Questions source={source} isDisabled={isDisabled} onAsk={onAsk} />
    </section>
  );
}

function Rows({ source }: { source: Source }) {
  const rows = useQuery(sourceRowsQuery(source.id, 0, MOST_ROWS));
  if (rows.isPending) return <Skeleton className="h-80 w-full rounded-2xl" />;
  if (rows.isError) {
    return <QueryFailure error={rows.error} what={text.theRows} onRetry={() => void rows.refetch()} />;
  }
  return (
    <div>
      <TablePreview source={source} rows={rows.data.rows} />
      {(source.rowCount ?? 0) > MOST_ROWS && (
        <p className="pt-2 text-faint text-xs">{text.firstRows(formatCount(MOST_ROWS))}</p>
      )}
    </div>
  );
}

function Questions({ source, isDisabled, onAsk }: Omit<DataPreviewProps, "sources"> & { source: Source }) {
  const questions = useMemo(() => questionsAbout(source), [source]);
  if (questions.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 font-medium text-sm text-soft">{text.goodQuestions}</h2>
      <ul className="flex flex-wrap gap-2">
        {questions.map((question) => (
          <li key={question} className="max-w-full">
            <button
              type="button"
              disabled={isDisabled}
              onClick={() => onAsk(question)}
              className="flex max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-1.5 text-left text-sm transition-colors duration-100 hover:border-accent/50 hover:bg-accent-wash disabled:text-faint"
            >
              <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-accent" />
              <span className="truncate">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
