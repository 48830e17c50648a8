import { memo } from "react";
import "./answer.css";
import { StreamingMarkdown } from "./markdown/streaming-markdown.tsx";

/** Prose of an answer, also while it is written: the element stays the same when the block closes. */
export const TextView = memo(function TextView({ markdown, isLive }: { markdown: string; isLive: boolean }) {
  return (
    <div className="answer-text" data-block="text" dir="auto">
      <StreamingMarkdown text={markdown} isLive={isLive} />
    </div>
  );
});
