import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { useState } from "react";
import { sourcesQuery } from "../../api/chart-editing";
import { QueryBoundary } from "../../api/query-boundary";
import type { Source } from "../../api/sources";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { Skeleton } from "../../ui/skeleton";
import { countOf } from "../../util/format";
import { DatabaseDialog } from "./database-dialog";
import { databaseDialog, tablePicker as text } from "./strings";

/** As many sources as the server lists at once. */
const mostListed = 200;

export interface TablePickerProps {
  onClose: () => void;
  onPick: (sources: Source[]) => void;
}

/** Picks tables of connected databases, or connects another database. */
export function TablePicker({ onClose, onPick }: TablePickerProps) {
  const [isConnecting, setConnecting] = useState(false);
  if (isConnecting) return <DatabaseDialog onClose={() => setConnecting(false)} onAdded={onPick} />;
  return (
    <Dialog isOpen onClose={onClose} title={text.title} description={text.description} className="max-w-lg">
      <TableList onClose={onClose} onPick={onPick} onConnect={() => setConnecting(true)} />
    </Dialog>
  );
}

function TableList({ onClose, onPick, onConnect }: TablePickerProps & { onConnect: () => void }) {
  const sources = useQuery(sourcesQuery(mostListed));
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tables = (sources.data ?? []).filter(isDatabaseTable);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
      <QueryBoundary
        query={sources}
        what={text.yourTables}
        skeleton={<Skeleton className="h-40" />}
        isEmpty={() => tables.length === 0}
        empty={<NoTables />}
      >
        {() => (
          <>
            <InputField
              type="search"
              label={databaseDialog.search}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <Matches tables={tables} query={query.trim()} chosen={chosen} onToggle={toggle} />
          </>
        )}
      </QueryBoundary>
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="sm:mr-auto" onClick={onConnect}>
          <Database aria-hidden className="size-4" /> {text.connectDatabase}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button
          look="primary"
          disabled={chosen.size === 0}
          onClick={() => onPick(tables.filter(({ id }) => chosen.has(id)))}
        >
          {chosen.size === 0 ? databaseDialog.addNone : databaseDialog.add(countOf(chosen.size, "table"))}
        </Button>
      </div>
    </div>
  );
}

function NoTables() {
  return (
    <div className="rounded-xl border border-line border-dashed px-5 py-6 text-center">
      <p className="font-medium text-sm">{text.noneTitle}</p>
      <p className="mt-1 text-soft text-sm">{text.noneDescription}</p>
    </div>
  );
}

interface MatchesProps {
  tables: readonly Source[];
  query: string;
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function Matches({ tables, query, chosen, onToggle }: MatchesProps) {
  const words = query.toLowerCase();
  const found = tables.filter(({ name }) => name.toLowerCase().includes(words));
  if (found.length === 0)
    return <p className="py-6 text-center text-soft text-sm">{databaseDialog.noResults(query)}</p>;
  return (
    <ul className="max-h-[40dvh] overflow-y-auto rounded-xl border border-line">
      {found.map(({ id, name, kind, rowCount }) => (
        <li key={id} className="border-line border-b last:border-0">
          <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5 text-sm hover:bg-surface">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="shrink-0 text-faint text-xs">
              {[
                kind === "mysql" ? databaseDialog.mysql : databaseDialog.postgresql,
                countOf(rowCount ?? 0, "row"),
              ].join(" · ")}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The kinds of sources whose rows stay where they are. */
const remoteKinds: readonly string[] = ["postgresql", "mysql", "s3"];

const isDatabaseTable = ({ kind, status }: Source) =>
  remoteKinds.includes(kind) && (status === "whole" || status === "part");
