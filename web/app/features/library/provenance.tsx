import { Link } from "react-router";
import type { Chart, ChartQuery } from "../../api/charts";
import { CopyButton } from "../../ui/copy-button";
import { countOf, formatDay } from "../../util/format";
import { isolateNames } from "../../util/isolate-names";
import { paths } from "../../util/page-paths";
import { SourceList } from "./source-list";
import { provenance as strings } from "./strings";

/** Provenance: question, query, sources, design choices, author, and date. */
export function Provenance({ chart }: { chart: Chart }) {
  const { query, encodingNotes, question, isOwner, chatId, turnId, sources = [] } = chart;
  return (
    <div className="flex flex-col gap-6">
      {question && (
        <section>
          <h2 className="mb-2 font-medium text-sm">{strings.question}</h2>
          <blockquote dir="auto" className="border-line-strong border-l-2 pl-4 text-soft">
            {question}
          </blockquote>
          {isOwner && chatId && (
            <Link
              to={paths.chat(chatId, turnId ?? undefined)}
              className="mt-2 inline-block text-accent-strong text-sm underline underline-offset-2 print:hidden"
            >
              {strings.openAnswer}
            </Link>
          )}
        </section>
      )}
      {query !== null && <QueryText query={query} />}
      {sources.length > 0 && <SourceList sources={sources} isOwner={isOwner} />}
      {encodingNotes.length > 0 && (
        <section>
          <h2 className="mb-2 font-medium text-sm">{strings.designChoices}</h2>
          <ul className="list-disc pl-5 text-soft text-sm">
            {encodingNotes.map((note) => (
              <li key={note}>{isolateNames(note)}</li>
            ))}
          </ul>
        </section>
      )}
      <Facts chart={chart} />
    </div>
  );
}

function Facts({ chart: { query, data, author, createdAt, updatedAt, version, versions } }: { chart: Chart }) {
  const facts: [name: string, value: string | null][] = [
    [strings.rows, data && `${countOf(data.rows.length, "row")}${data.truncated ? strings.truncated : ""}`],
    [strings.created, `${formatDay(createdAt)}${author?.username ? strings.by(author.username) : ""}`],
    [strings.updated, formatDay(updatedAt)],
    [strings.version, versions === undefined ? String(version) : strings.of(version, versions)],
    [strings.query, query === null ? strings.noneThisChartHasNo : null],
  ];
  return (
    <dl className="grid max-w-md grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd data-numeric>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function QueryText({ query: { sql, rowCount, tookMs } }: { query: ChartQuery }) {
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="font-medium text-sm">
          {strings.theQuery}{" "}
          <span className="font-normal text-faint">{strings.returnedInMs(countOf(rowCount, "row"), tookMs)}</span>
        </h2>
        <span className="print:hidden">
          <CopyButton text={sql} />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-surface p-4 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code>{sql}</code>
      </pre>
    </section>
  );
}
