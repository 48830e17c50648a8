import { Check, Copy, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { Block } from "../../stream/blocks.ts";
import type { Turn } from "../../stream/chat.ts";
import { IconButton } from "../../ui/button.tsx";
import { countOf } from "../../util/format.ts";

/** What can be done with a finished answer, and what it cost. */
export function TurnFooter({ turn, onRetry }: { turn: Turn; onRetry: (() => void) | null }) {
  return (
    <div className="-ml-2 flex min-h-8 items-center gap-0.5 text-faint">
      <CopyButton text={plainTextOf(turn.blocks)} />
      <IconButton label="Answer again" className="size-8" disabled={onRetry === null} onClick={() => onRetry?.()}>
        <RotateCcw aria-hidden className="size-3.5" />
      </IconButton>
      {turn.metered.credits > 0 && (
        <span
          className="ml-2 text-xs tabular-nums"
          title={`${countOf(turn.metered.inputTokens, "token")} read, ${countOf(turn.metered.outputTokens, "token")} written`}
        >
          {countOf(turn.metered.credits, "credit")}
        </span>
      )}
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (text === "") return null;
  return (
    <IconButton
      label={isCopied ? "Copied" : "Copy the text"}
      className="size-8"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check aria-hidden className="size-3.5 text-accent" /> : <Copy aria-hidden className="size-3.5" />}
    </IconButton>
  );
}

function plainTextOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.markdown.trim()] : [])).join("\n\n");
}
