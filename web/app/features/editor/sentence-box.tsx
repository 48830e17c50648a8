import { ArrowUp, LoaderCircle } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { changeBySentence } from "../../api/chart-editing";
import { useApiMutation } from "../../api/use-api-mutation";
import { isObject } from "../../charts/draw-request";
import type { ChartDocument } from "../../charts/editing/document";
import { authored } from "./saved-document";
import { sentenceBox as strings } from "./strings";
import type { Change } from "./use-editor";
import { rememberRows } from "./use-rows";

/** "Only 2020, as a line": changes the document by a sentence. */
export function SentenceBox({ document, change }: { document: ChartDocument; change: Change }) {
  const id = useId();
  const [text, setText] = useState("");
  const [understood, setUnderstood] = useState<string[] | null>(null);
  const { kind, spec, query } = document;
  const edit = useApiMutation({
    run: (sentence: string) => changeBySentence(sentence, { kind, spec, ...(query && { query }) }),
    onDone: (changed) => {
      const next = changed.query && {
        sql: changed.query.sql,
        sourceIds: changed.query.sourceIds,
        plan: changed.plan,
      };
      if (next) rememberRows(next, changed);
      // Other rows say something else: a finding that they do not bear is worse than a plain title.
      const isSame = next === null || next.sql === query?.sql;
      change((before) => ({
        ...before,
        kind: changed.kind,
        spec: isObject(changed.spec) ? authored(changed.spec) : before.spec,
        typed: null,
        query: next ?? before.query,
        title: isSame ? before.title : (changed.title ?? before.title),
        description: isSame ? before.description : (changed.description ?? before.description),
      }));
      setUnderstood(changed.understood);
      setText("");
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const sentence = text.trim();
    if (sentence === "" || edit.isPending) return;
    setUnderstood(null);
    edit.run(sentence);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {strings.describeAChange}
      </label>
      <div className="flex items-center gap-1 rounded-xl border border-line-strong/60 bg-raised py-1 pr-1 pl-3 focus-within:border-accent">
        <input
          id={id}
          value={text}
          maxLength={1_000}
          autoComplete="off"
          placeholder={strings.placeholder}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1 bg-transparent py-1.5 text-sm outline-none placeholder:text-faint"
        />
        <button
          type="submit"
          aria-label={strings.editChart}
          disabled={text.trim() === "" || edit.isPending}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint"
        >
          {edit.isPending ? (
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
          ) : (
            <ArrowUp aria-hidden className="size-4" />
          )}
        </button>
      </div>
      <p role="status" className="text-soft text-xs empty:hidden">
        {understood !== null && (understood.join(" ") || strings.doneUseUndoToRevert)}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {edit.failure}
      </p>
    </form>
  );
}
