import { useQuery } from "@tanstack/react-query";
import { Database, FileUp, Paperclip } from "lucide-react";
import { type ClipboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { sourceQuery } from "../api/source-queries.ts";
import type { Source } from "../api/sources.ts";
import { type Attachment, isTable, type useAttachments } from "../api/use-attachments.ts";
import { AttachmentChip } from "../ui/attachment-chip.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { classNames } from "../util/class-names.ts";
import { countOf } from "../util/format.ts";
import { attachedData as strings } from "./strings";

const TablePicker = lazy(async () => ({ default: (await import("../blocks/databases/table-picker.tsx")).TablePicker }));

export type Attachments = ReturnType<typeof useAttachments>;

/** Files that the server reads. */
const accepted = ".csv,.tsv,.txt,.md,.vtt,.srt,.json,.ndjson,.jsonl,.parquet,.xlsx,.xls,.ods,.sqlite,.sqlite3,.db";

export interface AttachedDataProps {
  sources: Attachments;
  /** Chips of what was attached before. */
  children?: ReactNode;
  className?: string;
}

/** Attachments of a message; renders nothing without any. */
export function AttachedData({ sources, children, className }: AttachedDataProps) {
  if (!children && sources.attachments.length === 0) return null;
  return (
    <ul aria-label={strings.attachedData} className={classNames("flex flex-wrap gap-2", className)}>
      {children}
      {sources.attachments.map((attachment) => (
        <AttachmentChip
          key={attachment.key}
          name={attachment.name}
          status={attachment.status}
          share={attachment.status === "uploading" ? attachment.share : undefined}
          note={noteOf(attachment)}
          onRemove={() => sources.remove(attachment.key)}
        />
      ))}
    </ul>
  );
}

/** A source that was attached before a reload. */
export function KeptChip({ id, name, onRemove }: { id: string; name: string; onRemove: () => void }) {
  const { data } = useQuery(sourceQuery(id));
  return <AttachmentChip name={name} status="ready" note={data ? sizeOf(data) : strings.ready} onRemove={onRemove} />;
}

function noteOf(attachment: Attachment): string | undefined {
  if (attachment.status === "failed") return attachment.message;
  return attachment.status === "ready" ? sizeOf(attachment.source) : undefined;
}

function sizeOf({ rowCount, columns, status }: Source): string {
  const size = [rowCount != null && countOf(rowCount, "row"), columns.length > 0 && countOf(columns.length, "column")];
  return [...size, status === "part" && strings.partiallyRead].filter(Boolean).join(" · ") || strings.ready;
}

/** Menu of what a message can carry: files, and tables of databases. */
export function AddDataButton({ sources }: { sources: Attachments }) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        multiple
        accept={accepted}
        className="sr-only"
        tabIndex={-1}
        aria-label={strings.chooseFiles}
        onChange={(event) => {
          sources.addFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Menu
        align="start"
        side="top"
        trigger={
          <button
            type="button"
            className="inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-soft text-sm transition-colors duration-100 hover:bg-surface hover:text-ink dark:hover:bg-line/50"
          >
            <Paperclip aria-hidden className="size-4" /> {strings.addData}
          </button>
        }
      >
        <MenuItem onSelect={() => fileInput.current?.click()}>
          <FileUp aria-hidden /> {strings.uploadFiles}
        </MenuItem>
        <MenuItem onSelect={() => setPicking(true)}>
          <Database aria-hidden /> {strings.databaseTables}
        </MenuItem>
      </Menu>
      <Suspense>
        {isPicking && (
          <TablePicker
            onClose={() => setPicking(false)}
            onPick={(picked) => {
              setPicking(false);
              sources.addSources(picked);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Attaches a pasted file or table; inserts other text. */
export function attachPaste(sources: Attachments): (event: ClipboardEvent) => void {
  return (event) => {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length === 0 && !isTable(text)) return;
    event.preventDefault();
    if (files.length > 0) sources.addFiles(files);
    else sources.addText(strings.pastedTable, text);
  };
}
