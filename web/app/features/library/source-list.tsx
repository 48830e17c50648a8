import { useQueries } from "@tanstack/react-query";
import { BookA, FileUp } from "lucide-react";
import { useRef } from "react";
import type { Chart } from "../../api/charts";
import { sourceQuery } from "../../api/source-queries";
import { replaceSource } from "../../api/sources";
import { useApiMutation } from "../../api/use-api-mutation";
import { wordsDialog as wordsText } from "../../blocks/preview/strings";
import { WordsButton } from "../../blocks/preview/words-button";
import { Button, buttonClass } from "../../ui/button";
import { countOf } from "../../util/format";
import { sourceList as text } from "./strings";

/** All readers see names and hashes; only the owner sees sizes and refresh options. */
export function SourceList({ sources, isOwner }: { sources: NonNullable<Chart["sources"]>; isOwner: boolean }) {
  const known = useQueries({ queries: isOwner ? sources.map(({ sourceId }) => sourceQuery(sourceId)) : [] });
  return (
    <section>
      <h2 className="mb-2 font-medium text-sm">{text.data}</h2>
      <ul className="flex flex-wrap gap-2">
        {sources.map(({ sourceId, name, contentHash }, index) => {
          const source = known[index]?.data;
          return (
            <li key={sourceId} className="max-w-full rounded-lg border border-line px-3 py-2 text-sm">
              <bdi className="font-medium">{name}</bdi>
              <span className="ml-2 text-faint text-xs">
                {source?.rowCount != null && `${countOf(source.rowCount, "row")} · `}
                {source && countOf(source.columns.length, "column")}
              </span>
              {contentHash !== "" && (
                <span className="block truncate font-mono text-faint text-xs" title={text.sha256(contentHash)}>
                  {text.sha256Short(contentHash.slice(0, 16))}
                </span>
              )}
              {source?.url && (
                <span className="mt-1 block text-faint text-xs">{text.refreshingFetchesItsUrlAgain}</span>
              )}
              {source && (
                <div className="mt-1.5 flex flex-wrap gap-2 empty:hidden print:hidden">
                  {!source.url && <ReplaceButton sourceId={sourceId} name={name} />}
                  {source.table && (
                    <WordsButton source={source} className={buttonClass({ size: "small" })}>
                      <BookA aria-hidden className="size-4" /> {wordsText.editWords}
                    </WordsButton>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Newer rows by the same name: what was drawn from the old ones stays until it is refreshed. */
function ReplaceButton({ sourceId, name }: { sourceId: string; name: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { run, isPending } = useApiMutation({
    run: (file: File) => replaceSource(sourceId, file),
    success: ({ rowCount }) => ({
      title: text.wasUpdated(name, rowCount == null ? "" : `: ${countOf(rowCount, "row")}`),
      description: text.refreshTheChartToUse,
      color: "green",
    }),
    failed: text.wasntChanged(name),
  });
  return (
    <div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={text.newerFileFor(name)}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) run(file);
          event.target.value = "";
        }}
      />
      <Button size="small" isPending={isPending} onClick={() => input.current?.click()}>
        {!isPending && <FileUp aria-hidden className="size-4" />} {text.replaceFile}
      </Button>
    </div>
  );
}
