import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Database, FileUp, Table2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { sourcesQuery } from "../../api/chart-editing";
import { RefusedError } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { samplesQuery } from "../../api/samples";
import { type Source, sampleSource, uploadSources } from "../../api/sources";
import { useApiMutation } from "../../api/use-api-mutation";
import { DatabaseDialog } from "../../blocks/databases/database-dialog";
import type { ChartDocument } from "../../charts/editing/document";
import { startSpec, startWithTable } from "../../charts/editing/starter";
import type { ChartKind } from "../../stream/blocks";
import chartKinds from "../../stream/chart-kinds.json";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import { startPanel as text } from "./strings";

/** Files that hold tables. */
const accepted = ".csv,.tsv,.json,.ndjson,.jsonl,.parquet,.xlsx,.xls,.ods,.sqlite,.sqlite3,.db";

export interface StartPanelProps {
  /** The source that the address names. */
  wantedId: string | null;
  onStart: (first: ChartDocument) => void;
}

/** Data picker of a new chart: an existing table, a file, a sample, or no rows at all. */
export function StartPanel({ wantedId, onStart }: StartPanelProps) {
  const sources = useQuery(sourcesQuery());
  const samples = useQuery(samplesQuery());
  const fileInput = useRef<HTMLInputElement>(null);
  const tables = (sources.data ?? []).filter(isTable);
  const wanted = tables.find(({ id }) => id === wantedId);
  const started = useRef(false);
  const [isConnecting, setConnecting] = useState(false);
  useEffect(() => {
    if (!wanted || started.current) return;
    started.current = true;
    onStart(startWithTable(tableOf(wanted)));
  }, [wanted, onStart]);

  const start = useApiMutation({
    run: async ({ name, make }: { name: string; make: () => Promise<Source[]> }) => {
      const table = (await make()).find(isTable);
      if (!table) throw new RefusedError(text.containsNoTableChooseA(name));
      return table;
    },
    onDone: (table) => onStart(startWithTable(tableOf(table))),
  });
  const { failure } = start;
  const busy = start.pending?.name ?? null;

  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-5 pb-10 sm:px-8 lg:pb-14">
      <Link
        to={paths.charts()}
        className="mb-8 inline-flex items-center gap-2 rounded-lg py-1.5 text-soft text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" /> {text.backToCharts}
      </Link>
      <h1 className="font-serif text-3xl tracking-tight sm:text-4xl">{text.newChart}</h1>
      <p className="mt-2 text-soft">{text.chooseDataForYourChart}</p>
      {failure !== null && <ErrorState className="mt-6" title={text.thatDidntWork} description={failure} />}
      <section className="mt-9">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-medium">{text.yourTables}</h2>
          <input
            ref={fileInput}
            type="file"
            accept={accepted}
            aria-label={text.chooseAFile}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) start.run({ name: file.name, make: () => uploadSources([file]) });
              event.target.value = "";
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="small" isPending={busy !== null} onClick={() => fileInput.current?.click()}>
              <FileUp aria-hidden className="size-4" /> {text.uploadFile}
            </Button>
            <Button size="small" onClick={() => setConnecting(true)}>
              <Database aria-hidden className="size-4" /> {text.connectDatabase}
            </Button>
          </div>
        </div>
        {busy !== null && (
          <p role="status" className="mt-3 text-soft text-sm">
            {text.reading(busy)}
          </p>
        )}
        <div className="mt-4">
          <QueryBoundary
            query={sources}
            what={text.yourTablesNoun}
            skeleton={<SourcesPlaceholder />}
            isEmpty={() => tables.length === 0}
            empty={
              <p className="rounded-xl border border-line border-dashed px-5 py-6 text-soft text-sm">
                {text.noTablesYetUploadA(samples.data?.length ? text.orStartWithASample : "")}
              </p>
            }
          >
            {() => (
              <ul className="grid gap-3 sm:grid-cols-2">
                {tables.slice(0, 12).map((source) => (
                  <li key={source.id} className="min-w-0">
                    <StartCard
                      title={source.name}
                      detail={`${countOf(source.rowCount ?? 0, "row")} · ${countOf(source.columns.length, "column")}`}
                      onClick={() => onStart(startWithTable(tableOf(source)))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </QueryBoundary>
        </div>
      </section>
      {isConnecting && (
        <DatabaseDialog
          onClose={() => setConnecting(false)}
          onAdded={([first, ...others]) => {
            setConnecting(false);
            // Of several tables the chart's is the user's choice.
            if (first && others.length === 0) onStart(startWithTable(tableOf(first)));
          }}
        />
      )}
      <section className="mt-10" hidden={!samples.data?.length}>
        <h2 className="font-medium">{text.samples}</h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {(samples.data ?? []).slice(0, 6).map(({ name, title, description }) => (
            <li key={name} className="min-w-0">
              <StartCard
                title={title}
                detail={description}
                isDisabled={busy !== null}
                onClick={() => start.run({ name: title, make: () => sampleSource(name) })}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="mt-10">
        <h2 className="font-medium">{text.withoutData}</h2>
        <ul className="mt-4 flex flex-wrap gap-2">
          {(Object.keys(chartKinds) as ChartKind[])
            .filter((kind) => chartKinds[kind].data === "none")
            .map((kind) => (
              <li key={kind}>
                <Button onClick={() => onStart(startEmpty(kind))}>{chartKinds[kind].title}</Button>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

interface StartCardProps {
  title: string;
  detail: string;
  isDisabled?: boolean;
  onClick: () => void;
}

function StartCard({ title, detail, isDisabled = false, onClick }: StartCardProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onClick}
      className="flex h-full w-full items-start gap-3 rounded-xl border border-line bg-raised px-4 py-3 text-left transition-colors duration-100 hover:border-accent/50 disabled:opacity-55"
    >
      <Table2 aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium text-sm [overflow-wrap:anywhere]">{title}</span>
        <span className="line-clamp-3 text-faint text-xs">{detail}</span>
      </span>
    </button>
  );
}

function SourcesPlaceholder() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Skeleton className="h-16 rounded-xl" />
      <Skeleton className="h-16 rounded-xl" />
    </div>
  );
}

function isTable({ columns, status }: Source): boolean {
  return columns.length > 0 && (status === "whole" || status === "part");
}

function tableOf({ id, name, table, rowCount, columns }: Source) {
  return { id, name: table ?? name, rowCount: rowCount ?? 0, columns };
}

function startEmpty(kind: ChartKind): ChartDocument {
  const { title } = chartKinds[kind];
  return { kind, title, description: "", spec: startSpec(kind, [], title), typed: null, query: null, annotations: [] };
}
