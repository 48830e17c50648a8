import { ArrowUp, Square, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useAttachments } from "../../api/use-attachments";
import { Answer } from "../../blocks/answer";
import { AddDataButton, AttachedData, attachPaste } from "../../blocks/attached-data";
import { TurnOutcome } from "../../blocks/turn-outcome";
import { TurnProgress } from "../../blocks/turn-progress";
import { Button, IconButton } from "../../ui/button";
import { inputClass } from "../../ui/field";
import { onEnter } from "../../ui/on-enter";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { markdownOfAnswer } from "./from-answer";
import { assistantPanel as strings } from "./strings";
import { useWriting } from "./use-writing";

export interface AssistantPanelProps {
  document: { title: string; markdown: string };
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

const noActions = { send: null, retry: null };

/** Asks the assistant for a part of the document; what it answers goes in with a click. */
export function AssistantPanel({ document, onInsert, onClose }: AssistantPanelProps) {
  const [request, setRequest] = useState("");
  const sources = useAttachments();
  const { ask, stop, isSending, failure, turn, live, chatId } = useWriting(document.title);
  const isRunning = turn !== null && turn.outcome === null;
  const canAsk = request.trim() !== "" && !sources.isBusy && !isSending && !isRunning;
  const markdown = turn && !isRunning ? markdownOfAnswer(turn.blocks, document.markdown) : "";

  async function submit() {
    if (!canAsk || !(await ask(request.trim(), sources.sourceIds))) return;
    setRequest("");
    sources.clear();
  }

  return (
    <aside
      aria-label={strings.assistant}
      className="flex w-full shrink-0 flex-col border-line border-t bg-surface xl:sticky xl:top-16 xl:h-[calc(100dvh-4rem)] xl:w-[28rem] xl:border-t-0 xl:border-l print:hidden"
    >
      <div className="flex items-center justify-between border-line border-b px-5 py-3">
        <h2 className="font-semibold tracking-tight">{strings.writeWithTheAssistant}</h2>
        <IconButton label={strings.closeAssistant} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-5" aria-live="polite">
        {turn === null ? (
          <p className="text-soft text-sm">{strings.askForAParagraphA}</p>
        ) : (
          <>
            <p dir="auto" className="self-end rounded-2xl rounded-br-md bg-line/50 px-4 py-2.5">
              {turn.message.text}
            </p>
            <Answer
              blocks={turn.blocks.filter(({ type }) => type !== "suggestion")}
              open={live?.open ?? null}
              actions={noActions}
            />
            {live && <TurnProgress live={live} />}
            <TurnOutcome turn={turn} onRetry={null} />
          </>
        )}
        {markdown !== "" && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" size="small" onClick={() => onInsert(markdown)}>
              {strings.insertIntoDocument}
            </Button>
            {chatId !== null && (
              <Link
                to={paths.chat(chatId)}
                className="self-center text-accent text-sm underline-offset-4 hover:underline"
              >
                {strings.openChat}
              </Link>
            )}
          </div>
        )}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex flex-col gap-3 border-line border-t p-4"
      >
        <p role="alert" className="text-danger text-sm empty:hidden">
          {failure}
        </p>
        <AttachedData sources={sources} />
        <textarea
          aria-label={strings.whatShouldTheAssistantWrite}
          rows={3}
          dir="auto"
          placeholder={strings.placeholder}
          value={request}
          onChange={(event) => setRequest(event.target.value)}
          onKeyDown={onEnter(() => void submit())}
          onPaste={attachPaste(sources)}
          className={classNames(inputClass, "resize-none px-3 py-2.5 text-sm")}
        />
        <div className="flex items-center justify-between">
          <AddDataButton sources={sources} />
          {isRunning ? (
            <Button size="small" onClick={stop}>
              <Square aria-hidden className="size-3.5" /> {strings.stop}
            </Button>
          ) : (
            <Button size="small" look="primary" type="submit" disabled={!canAsk} isPending={isSending}>
              <ArrowUp aria-hidden className="size-4" /> {strings.ask}
            </Button>
          )}
        </div>
      </form>
    </aside>
  );
}
