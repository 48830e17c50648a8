import { queuedNote as text } from "./strings";

/** Shows that a message waits for its attachments, with a cancel button. */
export function QueuedNote({ onCancel }: { onCancel: () => void }) {
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 text-soft text-xs">
      <span className="truncate">{text.sendsWhenReady}</span>
      <button type="button" onClick={onCancel} className="shrink-0 underline underline-offset-2 hover:text-ink">
        {text.cancel}
      </button>
    </p>
  );
}
