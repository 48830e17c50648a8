import { memo } from "react";
import type { TextRange } from "../stream/blocks.ts";
import "./answer.css";
import { StreamingMarkdown } from "./markdown/streaming-markdown.tsx";

interface TextViewProps {
  markdown: string;
  isLive: boolean;
  /** Numbers that no query produced. */
  unverified?: readonly TextRange[] | undefined;
}

/** Prose of an answer, also while it is written: the element stays the same when the block closes. */
export const TextView = memo(function TextView({ markdown, isLive, unverified }: TextViewProps) {
  return (
    <div className="answer-text" data-block="text" dir="auto">
      <StreamingMarkdown text={markdown} isLive={isLive} unverified={unverified} />
    </div>
  );
});
