import { Check, Copy, RotateCcw } from "lucide-react";
import { use, useState } from "react";
import type { Block } from "../stream/blocks.ts";
import type { Turn } from "../stream/chat.ts";
import { IconButton } from "../ui/button.tsx";
import { copyText } from "../util/clipboard.ts";
import { countOf } from "../util/format.ts";
import { CanBeginContext } from "./can-begin-context.ts";
import { turnFooter as strings } from "./strings";
import { useTurnRating } from "./turn-rating.tsx";
import type { TurnActions } from "./use-turn-actions.ts";

export interface TurnFooterProps {
  turn: Turn;
  onRetry: () => void;
  onRate: TurnActions["rate"];
}

/** Actions and cost of a finished answer. */
export function TurnFooter({ turn, onRetry, onRate }: TurnFooterProps) {
  const { buttons, question } = useTurnRating(turn, onRate);
  return (
    <div className="flex flex-col gap-3">
      <div className="turn-actions -ml-2 flex min-h-8 items-center gap-0.5 text-faint">
        <CopyButton text={plainTextOf(turn.blocks)} />
        <RetryButton onRetry={onRetry} />
        {turn.blocks.length > 0 && buttons}
        {turn.metered.credits > 0 && (
          <span
            className="ml-2 text-xs tabular-nums"
            title={strings.inputOutput(
              countOf(turn.metered.inputTokens, "token"),
              countOf(turn.metered.outputTokens, "token"),
            )}
          >
            {countOf(turn.metered.credits, "credit")}
          </span>
        )}
      </div>
      {question}
    </div>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const canBegin = use(CanBeginContext);
  return (
    <IconButton label={strings.regenerate} className="size-8" disabled={!canBegin} onClick={onRetry}>
      <RotateCcw aria-hidden className="size-3.5" />
    </IconButton>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (text === "") return null;
  return (
    <IconButton
      label={isCopied ? strings.copied : strings.copyText}
      className="size-8"
      onClick={() => void copyText(text).then(setCopied)}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check aria-hidden className="size-3.5 text-accent" /> : <Copy aria-hidden className="size-3.5" />}
    </IconButton>
  );
}

function plainTextOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.markdown.trim()] : [])).join("\n\n");
}
