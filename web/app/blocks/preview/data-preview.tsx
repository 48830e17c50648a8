import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { QueryFailure } from "../../api/query-boundary";
import { mostRows, type SourceSample, sourceQuery, sourceRowsQuery, sourceSampleQuery } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import type { ShownChart } from "../../charts/view/shown-chart";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { countOf, formatCount } from "../../util/format";
import { Repairs } from "./repairs";
import { SourceWords } from "./source-words";
import { dataPreview as text } from "./strings";
import { suggestionsFor } from "./suggestions";
import { TablePreview } from "./table-preview";

/** Loaded with the first rows. */
const ChartPicture = lazy(async () => ({
  default: (await import("../../charts/view/chart-picture")).ChartPicture,
}));

const THUMBNAIL_HEIGHT = 120;

export interface DataPreviewProps {
  /** Tables, in the order in which they were attached. */
  sources: readonly Source[];
  isDisabled: boolean;
  onAsk: (question: string) => void;
}

/** The tables that were just attached, with questions that they can answer. */
export function DataPreview({ sources, isDisabled, onAsk }: DataPreviewProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const newest = sources.at(-1);
  // A table that is attached later is shown at once.
  const [newestId, setNewestId] = useState(newest?.id);
  if (newest?.id !== newestId) {
    setNewestId(newest?.id);
    setChosenId(null);
  }
  const chosen = sources.find(({ id }) => id === chosenId) ?? newest;
  if (!chosen) return null;
  return <ChosenTable chosen={chosen} sources={sources} onChoose={setChosenId} isDisabled={isDisabled} onAsk={onAsk} />;
}

interface ChosenTableProps extends DataPreviewProps {
  chosen: Source;
  onChoose: (sourceId: string) => void;
}

function ChosenTable({ chosen, sources, onChoose, isDisabled, onAsk }: ChosenTableProps) {
  // Edits of its columns change the table after it was attached.
  const { data: source } = useQuery({ ...sourceQuery(chosen.id), initialData: chosen });
  return (
    <section aria-label={text.attachedTables} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        {sources.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === source.id}
            onClick={() => onChoose(id)}
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
      <Repairs source={source} />
      <Questions source={source} isDisabled={isDisabled} onAsk={onAsk} />
      <Words key={`words ${source.id}`} source={source} />
    </section>
  );
}

function Rows({ source }: { source: Source }) {
  const rows = useQuery(sourceRowsQuery(source.id, 0, mostRows));
  const sample = useQuery(sourceSampleQuery(source)).data;
  if (rows.isPending) return <Skeleton className="h-80 w-full rounded-2xl" />;
  if (rows.isError) {
    return <QueryFailure error={rows.error} what={text.theRows} onRetry={() => void rows.refetch()} />;
  }
  return (
    <div>
      <TablePreview source={source} rows={rows.data.rows} sample={sample?.rows ?? rows.data.rows} />
      {(source.rowCount ?? 0) > mostRows && (
        <p className="pt-2 text-faint text-xs">
          {text.firstRows(formatCount(mostRows))} {sample && coverageOf(sample)}
        </p>
      )}
    </div>
  );
}

/** Says which rows distributions and thumbnails show where that's not all of them. */
function coverageOf({ step }: SourceSample): string {
  if (step === null) return text.coversFirstRows;
  return step === 1 ? "" : text.estimated(formatCount(step));
}

function Questions({ source, isDisabled, onAsk }: Omit<DataPreviewProps, "sources"> & { source: Source }) {
  const { data: sample, isError } = useQuery(sourceSampleQuery(source));
  // Which questions are shown depends on what their charts have to show.
  const suggestions = useMemo(() => sample && suggestionsFor(source, sample), [source, sample]);
  if (isError) return null;
  if (!suggestions) return <Skeleton className="h-48 w-full rounded-xl" />;
  if (suggestions.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 font-medium text-sm text-soft">{text.goodQuestions}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-6">
        {suggestions.map(({ question, chart }, place) => (
          <li key={question.text} className={classNames("min-w-0", spanOf(place, suggestions.length))}>
            <button
              type="button"
              disabled={isDisabled}
              onClick={() => onAsk(question.text)}
              className="flex h-full w-full flex-col gap-3 rounded-xl border border-line bg-raised p-4 text-left font-medium text-sm transition-colors duration-100 hover:border-accent/50 hover:bg-accent-wash disabled:text-faint"
            >
              <span className="line-clamp-2" dir="auto">
                {question.label}
              </span>
              <Thumbnail chart={chart} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rows are filled to the end: of five cards on a wide screen three share the first row and two the second. */
function spanOf(place: number, count: number): string {
  const [last, restOfTwo, restOfThree] = [place === count - 1, count % 2, count % 3];
  const isInRest = place >= count - restOfThree;
  return classNames(
    last && restOfTwo === 1 && "sm:col-span-2",
    isInRest && restOfThree === 1 ? "lg:col-span-6" : isInRest && restOfThree === 2 ? "lg:col-span-3" : "lg:col-span-2",
  );
}

/** The words of the table, loaded when the section is opened. */
function Words({ source }: { source: Source }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="rounded-xl border border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-xl px-4 py-3 font-medium text-sm">
        {text.words} <span className="ml-1 font-normal text-faint">{text.wordsHint}</span>
      </summary>
      {isOpen && (
        <div className="border-line border-t p-4">
          <SourceWords source={source} />
        </div>
      )}
    </details>
  );
}

/** Preview of an answer. The question is the button's name; the picture adds nothing for screen readers. */
function Thumbnail({ chart }: { chart: ShownChart }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none mt-auto block w-full overflow-hidden font-normal"
      style={{ height: THUMBNAIL_HEIGHT }}
    >
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        <ChartPicture chart={chart} maxHeight={THUMBNAIL_HEIGHT} />
      </Suspense>
    </span>
  );
}
