import { ArrowUp, LoaderCircle } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { ModelOnOffer } from "../../api/config";
import { AddDataButton, AttachedData, type Attachments, attachPaste } from "../../blocks/attached-data";
import { QueuedNote } from "../../blocks/queued-note";
import { useQueuedSend } from "../../blocks/use-queued-send";
import { ModelMenu } from "../../ui/model-menu";
import { onEnter } from "../../ui/on-enter";
import { paths } from "../../util/page-paths";
import { askBox as text } from "./strings";
import type { AskFailure } from "./use-ask";

export interface AskBoxProps {
  question: string;
  onQuestionChange: (question: string) => void;
  sources: Attachments;
  models: readonly ModelOnOffer[];
  /** Undefined: the default. */
  model: string | undefined;
  onModelChange: (modelId: string) => void;
  isAsking: boolean;
  failure: AskFailure | null;
  onAsk: () => void;
}

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
  const canAsk = question.trim() !== "" && !isAsking;
  const queue = useQueuedSend(sources, () => canAsk && onAsk());

  return (
    <div>
      <div className="rounded-2xl border border-line-strong/60 bg-raised shadow-raised transition-[border-color] duration-100 focus-within:border-accent">
        <label htmlFor={id} className="sr-only">
          {text.yourQuestion}
        </label>
        <textarea
          id={id}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the page is this question
          autoFocus
          value={question}
          placeholder={text.placeholder}
          onChange={(event) => onQuestionChange(event.target.value)}
          onKeyDown={onEnter(() => canAsk && queue.request())}
          onPaste={attachPaste(sources)}
          className="field-sizing-content block max-h-72 min-h-24 w-full resize-none rounded-t-2xl bg-transparent px-5 pt-4 pb-2 text-lg outline-none placeholder:text-faint"
        />
        <AttachedData sources={sources} className="px-4 pb-1" />
        <div className="flex items-center gap-2 p-2.5">
          <AddDataButton sources={sources} />
          <ModelMenu
            models={models}
            chosenId={model ?? models.find(({ isDefault }) => isDefault)?.id ?? null}
            onChoose={onModelChange}
          />
          <span className="ml-auto min-w-0">
            {queue.isQueued ? (
              <QueuedNote onCancel={queue.cancel} />
            ) : (
              <span className="hidden text-faint text-xs sm:inline">{text.csvExcelJsonParquet}</span>
            )}
          </span>
          <button
            type="button"
            aria-label={text.ask}
            disabled={!canAsk || queue.isQueued}
            onClick={queue.request}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-xl bg-accent text-on-accent transition-colors duration-100 hover:bg-accent-strong disabled:bg-line disabled:text-faint"
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
            {text.seePlans}
          </Link>
        )}
      </p>
    </div>
  );
}
