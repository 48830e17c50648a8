import { ArrowUp, Square, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { onEnter } from "../../../ui/on-enter";
import { countOf } from "../../../util/format";
import { paths } from "../../../util/page-paths";
import { useStore } from "../../../util/store";
import { useBoard } from "../board-tools";
import { nodesWith } from "../core/document";
import { selectionContext } from "../core/words";
import { boardComposer as strings } from "../strings";
import { useBoardSending } from "./use-board-sending";

export interface BoardComposerProps {
  chatId: string | null;
  isRunning: boolean;
  onChat: (chatId: string) => void;
  onStop: () => void;
}

/** Composer of board questions, with the selected items. */
export function BoardComposer({ chatId, isRunning, onChat, onStop }: BoardComposerProps) {
  const { boardId, store, question, chartTitles } = useBoard();
  const asked = useStore(question);
  const [text, setText] = useState("");
  const { send, isSending, failure } = useBoardSending(boardId, chatId, onChat);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const about = asked === null ? [] : nodesWith(store.document, asked.nodeIds);
  const canSend = text.trim() !== "" && !isRunning && !isSending;

  async function submit(words: string) {
    const context = selectionContext(about, chartTitles.get());
    const message = context.text === "" ? words.trim() : `${words.trim()}\n\n${context.text}`;
    setText("");
    if (await send(message, context.sourceIds)) question.set(null);
    else setText((now) => (now === "" ? words : now));
  }

  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    if (asked === null) return;
    if (asked.isSent && !isRunning) {
      question.set(null);
      void latest.current(asked.text);
    } else if (!asked.isSent) field.current?.focus();
  }, [asked, isRunning, question]);

  return (
    <form
      className="shrink-0 border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) void submit(text);
      }}
    >
      <p role="alert" className="pb-2 text-danger text-sm empty:hidden">
        {failure?.message}
        {failure?.isOutOfCredits && (
          <>
            {" "}
            <Link to={paths.pricing()} className="font-medium underline underline-offset-2">
              {strings.seePlans}
            </Link>
          </>
        )}
      </p>
      <div className="rounded-xl border border-line-strong/60 bg-raised focus-within:border-accent">
        {about.length > 0 && (
          <p className="flex items-center gap-2 px-3 pt-2 text-accent-strong text-xs">
            {strings.about(countOf(about.length, strings.selectedItem))}
            <button
              type="button"
              aria-label={strings.askAboutTheWholeBoard}
              className="rounded p-0.5 hover:bg-accent-wash"
              onClick={() => question.set(null)}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </p>
        )}
        <label htmlFor={id} className="sr-only">
          {strings.yourMessage}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          value={text}
          placeholder={isRunning ? strings.askAFollowUp : strings.askAboutThisBoard}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onEnter(() => canSend && void submit(text))}
          className="field-sizing-content block max-h-40 min-h-10 w-full resize-none bg-transparent px-3 pt-2.5 text-sm leading-relaxed outline-none placeholder:text-faint"
        />
        <div className="flex justify-end p-1.5">
          {isRunning ? (
            <button
              type="button"
              aria-label={strings.stop}
              title={strings.stopAndKeepThePartial}
              onClick={onStop}
              className="inline-flex size-8 items-center justify-center rounded-lg bg-ink text-paper hover:opacity-85"
            >
              <Square aria-hidden className="size-3 fill-current" />
            </button>
          ) : (
            <button
              type="submit"
              aria-label={strings.send}
              disabled={!canSend}
              className="inline-flex size-8 items-center justify-center rounded-lg bg-accent text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-faint"
            >
              <ArrowUp aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </div>
    </form>
  );
}
