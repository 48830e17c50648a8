import { useQueries } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { ChartQuery } from "../../api/charts";
import { sourceQuery } from "../../api/source-queries";
import { Button } from "../../ui/button";
import { countOf } from "../../util/format";

/** Where does this come from? The query, its sources and the choices that were made in drawing. */
export function Provenance({ query, encodingNotes }: { query: ChartQuery | null; encodingNotes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-6">
      {query !== null && <QueryText query={query} />}
      {query !== null && query.sourceIds.length > 0 && <SourceList sourceIds={query.sourceIds} />}
      {encodingNotes.length > 0 && (
        <section>
          <h2 className="mb-2 font-medium text-sm">Choices in drawing it</h2>
          <ul className="list-disc pl-5 text-soft text-sm">
            {encodingNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {query === null && encodingNotes.length === 0 && (
        <p className="text-soft text-sm">This chart was not drawn from a query.</p>
      )}
    </div>
  );
}

function QueryText({ query: { sql, rowCount, tookMs } }: { query: ChartQuery }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(sql);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="font-medium text-sm">
          The query{" "}
          <span className="font-normal text-faint">
            gave {countOf(rowCount, "row")} in {tookMs} ms
          </span>
        </h2>
        <Button look="quiet" size="small" onClick={copy}>
          {isCopied ? <Check aria-hidden className="size-4 text-accent" /> : <Copy aria-hidden className="size-4" />}
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </Button>
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

function SourceList({ sourceIds }: { sourceIds: readonly string[] }) {
  const sources = useQueries({ queries: sourceIds.map((sourceId) => sourceQuery(sourceId)) });
  const names = sources.flatMap(({ data }) => (data ? [data] : []));
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-medium text-sm">Over</h2>
      <ul className="flex flex-wrap gap-2">
        {names.map(({ id, name, rowCount, columns }) => (
          <li key={id} className="rounded-lg border border-line px-3 py-2 text-sm">
            <span className="font-medium">{name}</span>
            <span className="ml-2 text-faint text-xs">
              {rowCount != null && `${countOf(rowCount, "row")} · `}
              {countOf(columns.length, "column")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
