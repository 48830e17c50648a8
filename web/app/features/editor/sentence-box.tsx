import { ArrowUp, LoaderCircle } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { changeBySentence } from "../../api/chart-editing";
import { describeFailure } from "../../api/problem";
import { isObject } from "../../charts/draw-request";
import type { ChartDocument } from "../../charts/editing/document";
import { authored } from "./saved-document";
import { sentenceBox as strings } from "./strings";
import type { Change } from "./use-editor";
import { rememberRows } from "./use-rows";

type Answer =
  | { state: "idle" }
  | { state: "asking" }
  | { state: "done"; understood: string[] }
  | { state: "failed"; message: string };

/** "Only 2020, as a line": changes the document as a sentence says. */
export function SentenceBox({ document, change }: { document: ChartDocument; change: Change }) {
  const id = useId();
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Answer>({ state: "idle" });

  async function ask(event: FormEvent) {
    event.preventDefault();
    const sentence = text.trim();
    if (sentence === "" || answer.state === "asking") return;
    setAnswer({ state: "asking" });
    const { kind, spec, query } = document;
    try {
      const changed = await changeBySentence(sentence, { kind, spec, ...(query && { query }) });
      const asked = changed.query && {
        sql: changed.query.sql,
        sourceIds: changed.query.sourceIds,
        plan: changed.plan,
      };
      if (asked) rememberRows(asked, changed);
      // Other rows say something else: a finding that they do not bear is worse than a plain title.
      const isSame = asked === null || asked.sql === query?.sql;
      change((before) => ({
        ...before,
        kind: changed.kind,
        spec: isObject(changed.spec) ? authored(changed.spec) : before.spec,
        typed: null,
        query: asked ?? before.query,
        title: isSame ? before.title : (changed.title ?? before.title),
        description: isSame ? before.description : (changed.description ?? before.description),
      }));
      setAnswer({ state: "done", understood: changed.understood });
      setText("");
    } catch (error) {
      setAnswer({ state: "failed", message: describeFailure(error) });
    }
  }

  return (
    <form onSubmit={ask} className="flex flex-col gap-2">
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
          disabled={text.trim() === "" || answer.state === "asking"}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint"
        >
          {answer.state === "asking" ? (
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
          ) : (
            <ArrowUp aria-hidden className="size-4" />
          )}
        </button>
      </div>
      <p role="status" className="text-soft text-xs empty:hidden">
        {answer.state === "done" && (answer.understood.join(" ") || strings.doneUseUndoToRevert)}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {answer.state === "failed" && answer.message}
      </p>
    </form>
  );
}
