import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import { isTable } from "../../api/use-attachments.ts";
import { AttachmentChip } from "../../ui/attachment-chip.tsx";
import { ModelMenu } from "../../ui/model-menu.tsx";
import { countOf } from "../../util/format.ts";
import type { DraftState } from "./use-draft.ts";
import type { ModelState } from "./use-model.ts";

export interface ComposerProps {
  draft: DraftState;
  model: ModelState;
  /** Whether a turn runs: then there is a button that stops it. */
  isRunning: boolean;
  isStopping: boolean;
  /** False while nothing can be sent, though it can be written. */
  canBegin: boolean;
  onSend: () => void;
  onStop: () => void;
}

/** Files that the server reads. */
const ACCEPTED = ".csv,.tsv,.txt,.md,.vtt,.srt,.json,.ndjson,.jsonl,.parquet,.xlsx,.xls,.ods";

/** Where the next message is written, with the data that goes along. */
export function Composer({ draft, model, isRunning, isStopping, canBegin, onSend, onStop }: ComposerProps) {
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const canSend = canBegin && draft.canSend;

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  function attachPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    const isRows = files.length === 0 && isTable(text);
    if (files.length === 0 && !isRows) return;
    event.preventDefault();
    if (isRows) draft.attachments.addText("Pasted table", text);
    else draft.attachments.addFiles(files);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
      className="rounded-2xl border border-line-strong/60 bg-raised shadow-raised transition-[border-color] duration-100 focus-within:border-accent"
    >
      <label htmlFor={id} className="sr-only">
        Your message
      </label>
      <Attachments draft={draft} />
      <textarea
        id={id}
        rows={1}
        dir="auto"
        value={draft.text}
        placeholder={isRunning ? "Write the next question…" : "Ask about your data…"}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={sendOnEnter}
        onPaste={attachPaste}
        className="field-sizing-content block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-base leading-relaxed outline-none placeholder:text-faint"
      />
      <div className="flex items-center gap-2 p-2">
        <input
          ref={fileInput}
          type="file"
          multiple
          accept={ACCEPTED}
          className="sr-only"
          tabIndex={-1}
          aria-label="Choose files"
          onChange={(event) => {
            draft.attachments.addFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <button
          type="button"
          onClick={() => fileInput.current?.click()}
          className="inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-soft text-sm transition-colors duration-100 hover:bg-surface hover:text-ink dark:hover:bg-line/50"
        >
          <Paperclip aria-hidden className="size-4" /> Add data
        </button>
        <ModelMenu models={model.models} chosenId={model.chosenId} onChoose={model.choose} />
        <span className="ml-auto hidden text-faint text-xs sm:inline">Shift + Enter for a new line</span>
        {isRunning ? (
          <button
            type="button"
            aria-label="Stop"
            title="Stop: what is written stays"
            disabled={isStopping}
            onClick={onStop}
            className="inline-flex size-9 items-center justify-center rounded-xl bg-ink text-paper transition-opacity duration-100 hover:opacity-85 disabled:opacity-50 max-sm:ml-auto"
          >
            <Square aria-hidden className="size-3.5 fill-current" />
          </button>
        ) : (
          <button
            type="submit"
            aria-label="Send"
            disabled={!canSend}
            className="inline-flex size-9 items-center justify-center rounded-xl bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint max-sm:ml-auto"
          >
            <ArrowUp aria-hidden className="size-4.5" />
          </button>
        )}
      </div>
    </form>
  );
}

function Attachments({ draft: { attachments, kept, removeKept } }: { draft: DraftState }) {
  if (kept.length + attachments.attachments.length === 0) return null;
  return (
    <ul aria-label="Attached data" className="flex flex-wrap gap-2 px-3 pt-3">
      {kept.map(({ id, name }) => (
        <AttachmentChip key={id} name={name} status="ready" note="Ready" onRemove={() => removeKept(id)} />
      ))}
      {attachments.attachments.map((attachment) => (
        <AttachmentChip
          key={attachment.key}
          name={attachment.name}
          status={attachment.status}
          share={attachment.status === "uploading" ? attachment.share : undefined}
          note={noteOf(attachment)}
          onRemove={() => attachments.remove(attachment.key)}
        />
      ))}
    </ul>
  );
}

function noteOf(attachment: DraftState["attachments"]["attachments"][number]): string | undefined {
  if (attachment.status === "failed") return attachment.message;
  if (attachment.status !== "ready") return undefined;
  const { rowCount } = attachment.source;
  return rowCount == null ? "Ready" : countOf(rowCount, "row");
}
