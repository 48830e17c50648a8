import { ArrowUp, LoaderCircle, Square } from "lucide-react";
import { lazy, type ReactNode, type Ref, Suspense, useId } from "react";
import { onEnter } from "../ui/on-enter.ts";
import { classNames } from "../util/class-names.ts";
import { AddDataButton, AttachedData, attachPaste, KeptChip } from "./attached-data.tsx";
import { QueuedNote } from "./queued-note.tsx";
import { composer as text } from "./strings.ts";
import type { ChatSession } from "./use-chat-session.ts";
import { useQueuedSend } from "./use-queued-send.ts";

/** Menus are loaded where there is a choice. */
const ModelMenu = lazy(async () => ({ default: (await import("../ui/model-menu.tsx")).ModelMenu }));

/** Room for a composer: below a chat, in a panel beside something else, or alone on a page. */
export type ComposerSize = "chat" | "panel" | "page";

export interface ComposerProps {
  session: Pick<ChatSession, "draft" | "model" | "isRunning" | "isStopping" | "isSending" | "canBegin" | "stop">;
  /** Sends the draft. */
  onSend: () => void;
  label?: string;
  placeholder: string;
  sendLabel?: string;
  /** Shown beside the button where there is room. */
  hint?: string;
  size?: ComposerSize;
  /** Shown above the text, such as the subject of the question. */
  about?: ReactNode;
  field?: Ref<HTMLTextAreaElement>;
  isFocused?: boolean;
}

const frames: Record<ComposerSize, string> = {
  chat: "rounded-2xl shadow-raised",
  panel: "rounded-xl",
  page: "rounded-2xl shadow-raised",
};

const fields: Record<ComposerSize, string> = {
  chat: "max-h-[40dvh] min-h-12 px-4 pt-3.5 pb-1 text-base leading-relaxed",
  panel: "max-h-40 min-h-10 px-3 pt-2.5 pb-1 text-sm leading-relaxed",
  page: "max-h-72 min-h-24 px-5 pt-4 pb-2 text-lg",
};

/** Writes the next message: its text, data and model, and the button that sends it or stops the answer. */
export function Composer({
  session,
  onSend,
  label = text.yourMessage,
  placeholder,
  sendLabel = text.send,
  hint = text.shiftEnterForANew,
  size = "chat",
  about,
  field,
  isFocused = false,
}: ComposerProps) {
  const id = useId();
  const { draft, model, isRunning, isStopping, isSending, canBegin, stop } = session;
  const { attachments, kept, removeKept } = draft;
  const canSend = canBegin && draft.hasText;
  const queue = useQueuedSend(attachments, () => canSend && onSend());

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) queue.request();
      }}
      className={classNames(
        "border border-line-strong/60 bg-raised transition-[border-color] duration-100 focus-within:border-accent",
        frames[size],
      )}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {about}
      <AttachedData sources={attachments} className="px-3 pt-3">
        {kept.length > 0 &&
          kept.map(({ id, name }) => <KeptChip key={id} id={id} name={name} onRemove={() => removeKept(id)} />)}
      </AttachedData>
      <textarea
        ref={field}
        id={id}
        rows={size === "page" ? 2 : 1}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: only for a page that is this question
        autoFocus={isFocused}
        value={draft.text}
        placeholder={isRunning ? text.askAFollowUp : placeholder}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onEnter(() => canSend && queue.request())}
        onPaste={attachPaste(attachments)}
        className={classNames(
          "field-sizing-content block w-full resize-none bg-transparent outline-none placeholder:text-faint",
          fields[size],
        )}
      />
      <div className={classNames("flex items-center gap-2", size === "panel" ? "p-1.5" : "p-2")}>
        <AddDataButton sources={attachments} />
        {model.models.length > 1 && (
          <Suspense fallback={null}>
            <ModelMenu models={model.models} chosenId={model.chosenId} onChoose={model.choose} />
          </Suspense>
        )}
        <span className="ml-auto min-w-0">
          {queue.isQueued ? (
            <QueuedNote onCancel={queue.cancel} />
          ) : (
            size !== "panel" && <span className="hidden text-faint text-xs sm:inline">{hint}</span>
          )}
        </span>
        {isRunning ? (
          <button
            type="button"
            aria-label={text.stop}
            title={text.stopAndKeepThePartial}
            disabled={isStopping}
            onClick={() => void stop()}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-xl bg-ink text-paper transition-opacity duration-100 hover:opacity-85 disabled:opacity-50"
          >
            <Square aria-hidden className="size-3.5 fill-current" />
          </button>
        ) : (
          <button
            type="submit"
            aria-label={sendLabel}
            disabled={!canSend || queue.isQueued}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-xl bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint"
          >
            {isSending ? (
              <LoaderCircle aria-hidden className="size-4 animate-spin" />
            ) : (
              <ArrowUp aria-hidden className="size-4.5" />
            )}
          </button>
        )}
      </div>
    </form>
  );
}
