import { Play } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { describeFailure } from "../../api/problem";
import type { ChartDocument } from "../../charts/editing/document";
import { Button } from "../../ui/button";
import { inputClass } from "../../ui/field";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";
import { queryPanel as strings } from "./strings";
import type { Change } from "./use-editor";
import { QueryRefused, type Rows } from "./use-rows";

export interface QueryPanelProps {
  query: NonNullable<ChartDocument["query"]>;
  rows: Rows | null;
  error: Error | null;
  isRunning: boolean;
  change: Change;
}

/** The query behind the rows. It runs when it is left or sent, not with each key. */
export function QueryPanel({ query, rows, error, isRunning, change }: QueryPanelProps) {
  const id = useId();
  const [draft, setDraft] = useState({ of: query.sql, sql: query.sql });
  // A step back, or a sentence, changed the query under the draft.
  if (draft.of !== query.sql) setDraft({ of: query.sql, sql: query.sql });

  function run() {
    if (draft.sql.trim() === "" || draft.sql === query.sql) return;
    change((before) => ({ ...before, query: { ...query, sql: draft.sql } }));
  }

  function runOnKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    run();
  }

  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="font-medium text-sm">
        {strings.sql}
      </label>
      <textarea
        id={id}
        value={draft.sql}
        rows={9}
        spellCheck={false}
        onChange={(event) => setDraft({ of: query.sql, sql: event.target.value })}
        onKeyDown={runOnKey}
        onBlur={run}
        aria-invalid={error !== null || undefined}
        className={classNames(inputClass, "resize-y px-3 py-2.5 font-mono text-[0.8125rem] leading-relaxed")}
      />
      <p role="alert" className="text-danger text-sm empty:hidden">
        {error && (error instanceof QueryRefused ? error.message : describeFailure(error))}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-faint text-xs">
          {isRunning
            ? strings.runningTheQuery
            : rows?.query && strings.inMs(countOf(rows.query.rowCount, "row"), rows.query.tookMs)}
        </p>
        <Button size="small" isPending={isRunning} disabled={draft.sql === query.sql} onClick={run}>
          <Play aria-hidden className="size-4" /> {strings.run}
        </Button>
      </div>
      {rows?.data?.truncated && (
        <p className="rounded-lg bg-warning-wash px-3 py-2 text-sm text-warning">{strings.theQueryReturnsTooMany}</p>
      )}
      {rows?.data && (
        <ul aria-label={strings.columns} className="flex flex-wrap gap-1.5">
          {rows.data.columns.map(({ name, type }) => (
            <li key={name} className="rounded-md border border-line px-2 py-1 text-xs">
              {name} <span className="text-faint">{type}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
