import { useQuery } from "@tanstack/react-query";
import { Download, Plus, Trash2, Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { importSourceWords, replaceSourceWords } from "../../api/operations";
import { describeFailure } from "../../api/problem";
import { QueryFailure } from "../../api/query-boundary";
import { queryClient } from "../../api/query-client";
import { sourceWordsQuery } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import { useApiMutation } from "../../api/use-api-mutation";
import type { SourceWords as Words } from "../../contract/types";
import { Button, IconButton } from "../../ui/button";
import { SelectField, SmallField } from "../../ui/select-field";
import { Skeleton } from "../../ui/skeleton";
import { saveFile } from "../../util/save-file";
import { sourceWords as text } from "./strings";
import {
  editRow,
  faultsOf,
  kindsFor,
  type MeaningKind,
  needsNumber,
  needsValue,
  rowsOf,
  type WordRow,
  wordsOf,
} from "./word-rows";

/** The words of a table and their meanings, shown and edited in plain words. */
export function SourceWords({ source }: { source: Source }) {
  const words = useQuery(sourceWordsQuery(source.id));
  const [imports, setImports] = useState(0);
  if (words.isPending) return <Skeleton className="h-40 w-full rounded-2xl" />;
  if (words.isError) {
    return <QueryFailure error={words.error} what={text.theWords} onRetry={() => void words.refetch()} />;
  }
  // Imported words start the form anew; saved ones are in it already.
  return <WordsForm key={imports} source={source} words={words.data} onImport={() => setImports(imports + 1)} />;
}

interface WordsFormProps {
  source: Source;
  words: Words;
  onImport: () => void;
}

function WordsForm({ source, words, onImport }: WordsFormProps) {
  const [row, setRow] = useState(words.row ?? "");
  const [rows, setRows] = useState(() => rowsOf(words));
  const [isFaulty, setFaulty] = useState(false);
  const added = useRef<HTMLUListElement>(null);
  const heading = useId();
  const keep = (kept: Words) => queryClient.setQueryData(sourceWordsQuery(source.id).queryKey, kept);
  const save = useApiMutation({
    run: () => replaceSourceWords({ sourceId: source.id }, wordsOf(row, rows)),
    success: text.saved,
    failed: text.notSaved,
    onDone: keep,
  });
  const faults = faultsOf(rows);
  const edit = (key: number, change: Partial<WordRow>) =>
    setRows(rows.map((entry) => (entry.key === key ? editRow(entry, change, source.columns) : entry)));

  function add() {
    const key = Math.max(-1, ...rows.map((entry) => entry.key)) + 1;
    const column = source.columns[0]?.name ?? "";
    setRows([{ key, words: "", kind: "column", column, value: "", isGenerated: false }, ...rows]);
    // The new entry is there after the next paint.
    requestAnimationFrame(() => added.current?.querySelector("input")?.focus());
  }

  return (
    <form
      aria-labelledby={heading}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setFaulty(faults.size > 0);
        if (faults.size === 0) save.run();
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={heading} className="max-w-prose text-soft text-sm">
          {text.explanation}
        </p>
        <div className="flex flex-wrap gap-2">
          <ImportButton
            source={source}
            onDone={(imported) => {
              keep(imported);
              onImport();
            }}
          />
          <Button size="small" onClick={() => exportWords(source, wordsOf(row, rows))}>
            <Download aria-hidden className="size-4" /> {text.exportWords}
          </Button>
        </div>
      </div>
      <div className="max-w-xs">
        <SmallField label={text.row} value={row} onType={setRow} placeholder={text.rowExample} maxLength={80} />
      </div>
      <div>
        <Button size="small" onClick={add}>
          <Plus aria-hidden className="size-4" /> {text.addWord}
        </Button>
      </div>
      <ul ref={added} aria-label={text.list} className="flex flex-col gap-3">
        {rows.map((entry) => (
          <WordEntry
            key={entry.key}
            entry={entry}
            source={source}
            fault={isFaulty ? faults.get(entry.key) : undefined}
            onEdit={(change) => edit(entry.key, change)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== entry.key))}
          />
        ))}
      </ul>
      <div className="flex justify-end">
        <Button type="submit" look="primary" isPending={save.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}

interface WordEntryProps {
  entry: WordRow;
  source: Source;
  fault: "twice" | "number" | "values" | undefined;
  onEdit: (change: Partial<WordRow>) => void;
  onRemove: () => void;
}

/** One sentence: these words mean this column, or these rows. */
function WordEntry({ entry, source, fault, onEdit, onRemove }: WordEntryProps) {
  const column = source.columns.find(({ name }) => name === entry.column);
  const columns = source.columns.map(({ name }) => ({ value: name, label: name }));
  const kinds = kindsFor(column).map((kind) => ({ value: kind, label: text.kinds[kind] }));
  return (
    <li className="rounded-xl border border-line p-3">
      <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)_auto]">
        <SmallField
          label={text.words}
          value={entry.words}
          onType={(words) => onEdit({ words })}
          maxLength={80}
          aria-invalid={fault === "twice" || undefined}
        />
        <SelectField
          label={text.mean}
          value={entry.kind}
          choices={kinds}
          onChoose={(kind) => onEdit({ kind: kind as MeaningKind })}
        />
        <SelectField
          label={text.column}
          value={entry.column}
          choices={columns}
          onChoose={(name) => onEdit({ column: name })}
        />
        {needsValue(entry.kind) ? (
          <SmallField
            label={needsNumber(entry.kind) ? text.number : text.values}
            value={entry.value}
            onType={(value) => onEdit({ value })}
            inputMode={needsNumber(entry.kind) ? "decimal" : "text"}
            aria-invalid={fault === "number" || fault === "values" || undefined}
          />
        ) : (
          <span className="hidden self-center text-faint text-xs sm:block">{entry.isGenerated && text.suggested}</span>
        )}
        <IconButton label={text.remove(entry.words)} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      {fault && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {text.faults[fault]}
        </p>
      )}
    </li>
  );
}

function ImportButton({ source, onDone }: { source: Source; onDone: (words: Words) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { run, isPending } = useApiMutation({
    run: async (file: File) => importSourceWords({ sourceId: source.id }, await readWords(file)),
    success: ({ skipped }) => ({
      title: text.imported,
      ...(skipped.length > 0 && { description: text.skipped(skipped.join(", ")) }),
      color: "green",
    }),
    failed: text.notImported,
    describe: (error) => (error instanceof SyntaxError ? text.noWords : describeFailure(error)),
    onDone: ({ words }) => onDone(words),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        tabIndex={-1}
        aria-label={text.importFile}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) run(file);
          event.target.value = "";
        }}
      />
      <Button size="small" isPending={isPending} onClick={() => input.current?.click()}>
        {!isPending && <Upload aria-hidden className="size-4" />} {text.importWords}
      </Button>
    </>
  );
}

async function readWords(file: File): Promise<Words> {
  return JSON.parse(await file.text()) as Words;
}

function exportWords(source: Source, words: Words) {
  const file = new Blob([`${JSON.stringify(words, null, 2)}\n`], { type: "application/json" });
  saveFile(file, text.fileName(source.name));
}
