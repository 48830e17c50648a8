import { type ReactElement, useMemo, useState } from "react";
import type { Block, ChartBlock, ReferenceBlock } from "../stream/blocks.ts";
import type { OpenBlock } from "../stream/fold.ts";
import { type AnswerPart, arrangeAnswer } from "./arrange.ts";
import { ChartFigure, ChartFrame, RecordedChartFigure, SharedChartFigure } from "./chart-figure.tsx";
import { ErrorView } from "./error-view.tsx";
import { PassageDialog } from "./passage-dialog.tsx";
import { ReferenceList } from "./reference-list.tsx";
import { ReferencesContext } from "./references-context.ts";
import { useStableList } from "./stable-list.ts";
import { answer as strings } from "./strings";
import { SuggestionChips } from "./suggestion-chips.tsx";
import { TextView } from "./text-view.tsx";
import { ThinkingView } from "./thinking-view.tsx";
import { TimestampLinks } from "./timestamp-links.tsx";

/** Actions on an answer; null if one isn't available now. */
export interface AnswerActions {
  send: ((prompt: string) => void) | null;
  retry: (() => void) | null;
}

export interface AnswerProps {
  blocks: readonly Block[];
  /** The block that is being written, while the turn runs. */
  open: OpenBlock | null;
  actions: AnswerActions;
  /** Origin of the answer: sources and chart pages are open to its author; a recording has none on this server. */
  origin?: AnswerOrigin;
  /** Puts something around each finished part; the same function as long as the answer is shown. */
  wrap?: (part: AnswerPart, element: ReactElement) => ReactElement;
}

export type AnswerOrigin = "own" | "shared" | "recorded";

/** The blocks of one answer. Finished blocks render once, whatever follows. */
export function Answer({ blocks, open, actions, origin = "own", wrap = alone }: AnswerProps) {
  const [opened, setOpened] = useState<ReferenceBlock | null>(null);
  const parts = useMemo(() => arrangeAnswer(blocks), [blocks]);
  const references = useStableList(blocks.filter((block) => block.type === "reference"));
  const context = useMemo(
    () => ({ byIndex: new Map(references.map((block) => [block.index, block])), open: setOpened }),
    [references],
  );
  return (
    <ReferencesContext value={context}>
      <div className="flex min-w-0 flex-col gap-5">
        {[...parts.map((part) => wrap(part, elementOf(part, actions, origin))), open && openElementOf(open)]}
      </div>
      <PassageDialog reference={opened} isStored={origin === "own"} onClose={() => setOpened(null)} />
    </ReferencesContext>
  );
}

function alone(_: AnswerPart, element: ReactElement): ReactElement {
  return element;
}

/** Text and thinking are the same elements as while they were open: closing a block replaces nothing on the page. */
function elementOf(part: AnswerPart, actions: AnswerActions, origin: AnswerOrigin): ReactElement {
  switch (part.kind) {
    case "text":
      return (
        <TextView
          key={part.key}
          markdown={part.block.markdown}
          isLive={false}
          unverified={part.block.unverifiedNumbers}
        />
      );
    case "thinking":
      return <ThinkingView key={part.key} markdown={part.block.markdown} durationMs={part.block.durationMs} />;
    case "chart":
      return chartElementOf(part.key, part.block, origin, actions.send);
    case "error":
      return (
        <ErrorView key={part.key} message={part.block.message} onRetry={part.block.retryable ? actions.retry : null} />
      );
    case "references":
      return <ReferenceList key={part.key} references={part.blocks} />;
    case "suggestions":
      return <SuggestionChips key={part.key} suggestions={part.blocks} onSend={actions.send} />;
    case "timestamps":
      return <TimestampLinks key={part.key} timestamps={part.blocks} />;
  }
}

function chartElementOf(key: string, block: ChartBlock, origin: AnswerOrigin, onSend: AnswerActions["send"]) {
  switch (origin) {
    case "own":
      return <ChartFigure key={key} block={block} onSend={onSend} />;
    case "shared":
      return <SharedChartFigure key={key} block={block} />;
    case "recorded":
      return <RecordedChartFigure key={key} block={block} />;
  }
}

function openElementOf(open: OpenBlock) {
  switch (open.type) {
    case "text":
      return <TextView key={open.blockId} markdown={open.text} isLive />;
    case "thinking":
      return <ThinkingView key={open.blockId} markdown={open.text} durationMs={null} />;
    case "chart":
      return <ChartFrame key={open.blockId} title={<span className="text-soft">{strings.drawingAChart}</span>} />;
    default:
      // Small blocks are there as a whole, or not at all.
      return null;
  }
}
