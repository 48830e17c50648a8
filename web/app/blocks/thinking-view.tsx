import { ChevronRight } from "lucide-react";
import { memo, useId, useState } from "react";
import { classNames } from "../util/class-names.ts";
import { spokenDuration } from "./durations.ts";
import { StreamingMarkdown } from "./markdown/streaming-markdown.tsx";
import { thinkingView as strings } from "./strings";

export interface ThinkingViewProps {
  markdown: string;
  /** Null while thinking. */
  durationMs: number | null;
}

/** Shorter reasoning made no reader wait: its time says nothing. */
const SHORTEST_MS = 1_500;

/** Model reasoning: its last lines while it streams, collapsed once it is done. */
export const ThinkingView = memo(function ThinkingView({ markdown, durationMs }: ThinkingViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const isLive = durationMs === null;
  if (!isLive && markdown.trim() === "") return null;
  return (
    <div className="text-soft text-sm" data-block="thinking">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="-ml-1.5 flex items-center gap-1 rounded-md px-1.5 py-0.5 font-medium text-faint transition-colors hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          className={classNames("size-4 transition-transform duration-150", isOpen && "rotate-90")}
        />
        {isLive ? (
          <span className="animate-[shimmer_1.6s_ease-in-out_infinite]">{strings.thinking}</span>
        ) : durationMs < SHORTEST_MS ? (
          strings.reasoning
        ) : (
          strings.thoughtFor(spokenDuration(durationMs))
        )}
      </button>
      <div id={id} hidden={!isOpen && !isLive}>
        {isOpen && (
          <div className="answer-text answer-thinking" dir="auto">
            <StreamingMarkdown text={markdown} isLive={isLive} />
          </div>
        )}
        {!isOpen && isLive && <p className="answer-glimpse">{lastLines(markdown)}</p>}
      </div>
    </div>
  );
});

/** Enough of the end to fill the glimpse's three lines. */
function lastLines(markdown: string): string {
  const end = markdown.slice(-360);
  return end.length < markdown.length ? `…${end.slice(end.indexOf(" ") + 1)}` : end;
}
