import { useQueries } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Chart } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { sourceQuery } from "../../api/source-queries";
import { replaceSource } from "../../api/sources";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { countOf } from "../../util/format";
import { sourceList as text } from "./strings";

/** Names and hashes are told to every reader; how large a source is, and what renews it, to its owner. */
export function SourceList({ sources, isOwner }: { sources: NonNullable<Chart["sources"]>; isOwner: boolean }) {
  const known = useQueries({ queries: isOwner ? sources.map(({ sourceId }) => sourceQuery(sourceId)) : [] });
  return (
    <section>
      <h2 className="mb-2 font-medium text-sm">{text.over}</h2>
      <ul className="flex flex-wrap gap-2">
        {sources.map(({ sourceId, name, contentHash }, index) => {
          const source = known[index]?.data;
          return (
            <li key={sourceId} className="max-w-full rounded-lg border border-line px-3 py-2 text-sm">
              <span className="font-medium">{name}</span>
              <span className="ml-2 text-faint text-xs">
                {source?.rowCount != null && `${countOf(source.rowCount, "row")} · `}
                {source && countOf(source.columns.length, "column")}
              </span>
              {contentHash !== "" && (
                <span className="block truncate font-mono text-faint text-xs" title={text.sha256(contentHash)}>
                  {text.sha2562(contentHash.slice(0, 16))}
                </span>
              )}
              {source?.url && (
                <span className="mt-1 block text-faint text-xs">{text.refreshingFetchesItsUrlAgain}</span>
              )}
              {source && !source.url && <ReplaceButton sourceId={sourceId} name={name} />}
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
  const [isPending, setPending] = useState(false);
  async function replace(file: File | undefined) {
    if (!file) return;
    setPending(true);
    try {
      const { rowCount } = await replaceSource(sourceId, file);
      void notify({
        title: text.wasUpdated(name, rowCount == null ? "" : `: ${countOf(rowCount, "row")}`),
        description: text.refreshTheChartToUse,
        color: "green",
      });
    } catch (error) {
      void notify({ title: text.wasntChanged(name), description: describeFailure(error), color: "red" });
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="mt-1.5 print:hidden">
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={text.newerFileFor(name)}
        onChange={(event) => {
          void replace(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button size="small" isPending={isPending} onClick={() => input.current?.click()}>
        {!isPending && <FileUp aria-hidden className="size-4" />} {text.replaceFile}
      </Button>
    </div>
  );
}
