import { ArrowUp, Square } from "lucide-react";
import { useId } from "react";
import { AddDataButton, AttachedData, attachPaste } from "../../blocks/attached-data.tsx";
import { QueuedNote } from "../../blocks/queued-note.tsx";
import { useQueuedSend } from "../../blocks/use-queued-send.ts";
import { AttachmentChip } from "../../ui/attachment-chip.tsx";
import { ModelMenu } from "../../ui/model-menu.tsx";
import { onEnter } from "../../ui/on-enter.ts";
import { composer as text } from "./strings";
import type { MessageDraftState } from "./use-message-draft.ts";
import type { ModelState } from "./use-model.ts";

export interface ComposerProps {
  draft: MessageDraftState;
  model: ModelState;
  /** Whether a turn runs: then there is a button that stops it. */
  isRunning: boolean;
  isStopping: boolean;
  /** False while nothing can be sent, though it can be written. */
  canBegin: boolean;
  onSend: () => void;
  onStop: () => void;
}

/** Composer of the next message and its attachments. */
export function Composer({ draft, model, isRunning, isStopping, canBegin, onSend, onStop }: ComposerProps) {
  const id = useId();
  const { attachments, kept, removeKept } = draft;
  const canSend = canBegin && draft.hasText;
  const queue = useQueuedSend(attachments, () => canSend && onSend());

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) queue.request();
      }}
      className="rounded-2xl border border-line-strong/60 bg-raised shadow-raised transition-[border-color] duration-100 focus-within:border-accent"
    >
      <label htmlFor={id} className="sr-only">
        {text.yourMessage}
      </label>
      <AttachedData sources={attachments} className="px-3 pt-3">
        {kept.length > 0 &&
          kept.map(({ id, name }) => (
            <AttachmentChip key={id} name={name} status="ready" note={text.ready} onRemove={() => removeKept(id)} />
          ))}
      </AttachedData>
      <textarea
        id={id}
        rows={1}
        dir="auto"
        value={draft.text}
        placeholder={isRunning ? text.askAFollowUp : text.askAboutYourData}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onEnter(() => canSend && queue.request())}
        onPaste={attachPaste(attachments)}
        className="field-sizing-content block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-base leading-relaxed outline-none placeholder:text-faint"
      />
      <div className="flex items-center gap-2 p-2">
        <AddDataButton sources={attachments} />
        <ModelMenu models={model.models} chosenId={model.chosenId} onChoose={model.choose} />
        <span className="ml-auto min-w-0">
          {queue.isQueued ? (
            <QueuedNote onCancel={queue.cancel} />
          ) : (
            <span className="hidden text-faint text-xs sm:inline">{text.shiftEnterForANew}</span>
          )}
        </span>
        {isRunning ? (
          <button
            type="button"
            aria-label={text.stop}
            title={text.stopAndKeepThePartial}
            disabled={isStopping}
            onClick={onStop}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-xl bg-ink text-paper transition-opacity duration-100 hover:opacity-85 disabled:opacity-50"
          >
            <Square aria-hidden className="size-3.5 fill-current" />
          </button>
        ) : (
          <button
            type="submit"
            aria-label={text.send}
            disabled={!canSend || queue.isQueued}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-xl bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint"
          >
            <ArrowUp aria-hidden className="size-4.5" />
          </button>
        )}
      </div>
    </form>
  );
}
