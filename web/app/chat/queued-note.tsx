import { queuedNote as text } from "./strings";

/** Says that a message waits for its attachments, and lets the user take it back. */
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
