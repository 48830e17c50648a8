import { ArrowUp, LoaderCircle, Paperclip } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import { Link } from "react-router";
import type { ModelOnOffer } from "../../api/config";
import { type Attachment, isTable, type useAttachments } from "../../api/use-attachments";
import { AttachmentChip } from "../../ui/attachment-chip";
import { ModelMenu } from "../../ui/model-menu";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import type { AskFailure } from "./use-ask";

export interface AskBoxProps {
  question: string;
  onQuestionChange: (question: string) => void;
  sources: ReturnType<typeof useAttachments>;
  models: readonly ModelOnOffer[];
  /** Undefined: the default. */
  model: string | undefined;
  onModelChange: (modelId: string) => void;
  isAsking: boolean;
  failure: AskFailure | null;
  onAsk: () => void;
}

/** Files that the server reads. */
const accepted = ".csv,.tsv,.txt,.md,.vtt,.srt,.json,.ndjson,.jsonl,.parquet,.xlsx,.xls,.ods";

export function AskBox({
  question,
  onQuestionChange,
  sources,
  models,
  model,
  onModelChange,
  isAsking,
  failure,
  onAsk,
}: AskBoxProps) {
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const canAsk = question.trim() !== "" && !sources.isBusy && !isAsking;

  function askOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canAsk) onAsk();
  }

  function attachPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length === 0 && !isTable(text)) return;
    event.preventDefault();
    if (files.length > 0) sources.addFiles(files);
    else sources.addText("Pasted table", text);
  }

  return (
    <div>
      <div className="rounded-2xl border border-line-strong/60 bg-raised shadow-raised transition-[border-color] duration-100 focus-within:border-accent">
        <label htmlFor={id} className="sr-only">
          Your question
        </label>
        <textarea
          id={id}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the page is this question
          autoFocus
          value={question}
          placeholder="Ask a question, paste a table or a page’s address, or drop a file…"
          onChange={(event) => onQuestionChange(event.target.value)}
          onKeyDown={askOnEnter}
          onPaste={attachPaste}
          className="field-sizing-content block max-h-72 min-h-24 w-full resize-none rounded-t-2xl bg-transparent px-5 pt-4 pb-2 text-lg outline-none placeholder:text-faint"
        />
        {sources.attachments.length > 0 && (
          <ul aria-label="Attached data" className="flex flex-wrap gap-2 px-4 pb-1">
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
        )}
        <div className="flex items-center gap-2 p-2.5">
          <input
            ref={fileInput}
            type="file"
            multiple
            accept={accepted}
            className="sr-only"
            tabIndex={-1}
            aria-label="Choose files"
            onChange={(event) => {
              sources.addFiles(event.target.files ?? []);
              event.target.value = "";
            }}
          />
          <button
            type="button"
            onClick={() => fileInput.current?.click()}
            className="inline-flex h-9 items-center gap-2 rounded-lg px-3 text-soft text-sm transition-colors duration-100 hover:bg-surface hover:text-ink dark:hover:bg-line/50"
          >
            <Paperclip aria-hidden className="size-4" /> Add data
          </button>
          <ModelMenu
            models={models}
            chosenId={model ?? models.find(({ isDefault }) => isDefault)?.id ?? null}
            onChoose={onModelChange}
          />
          <span className="ml-auto hidden text-faint text-xs sm:inline">CSV, Excel, JSON, Parquet</span>
          <button
            type="button"
            aria-label="Ask"
            disabled={!canAsk}
            onClick={onAsk}
            className="inline-flex size-9 items-center justify-center rounded-xl bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint max-sm:ml-auto"
          >
            {isAsking ? (
              <LoaderCircle aria-hidden className="size-4 animate-spin" />
            ) : (
              <ArrowUp aria-hidden className="size-4.5" />
            )}
          </button>
        </div>
      </div>
      <p role="alert" className="mt-3 px-2 text-danger text-sm empty:hidden">
        {failure?.message}
        {failure?.isOutOfCredits && (
          <Link to={paths.pricing()} className="ml-2 font-medium underline underline-offset-2">
            See the plans
          </Link>
        )}
      </p>
    </div>
  );
}

function noteOf(attachment: Attachment): string | undefined {
  if (attachment.status === "failed") return attachment.message;
  if (attachment.status !== "ready") return undefined;
  const { rowCount, columns, status } = attachment.source;
  const size = [rowCount != null && countOf(rowCount, "row"), columns.length > 0 && countOf(columns.length, "column")];
  return [...size.filter(Boolean), status === "part" && "read in part"].filter(Boolean).join(" · ") || "Ready";
}
