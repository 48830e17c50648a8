import { CornerDownRight } from "lucide-react";
import { memo } from "react";
import type { SuggestionBlock } from "../stream/blocks.ts";
import { sameList } from "./stable-list.ts";
import { suggestionChips as text } from "./strings";

export interface SuggestionChipsProps {
  suggestions: readonly Pick<SuggestionBlock, "id" | "label" | "prompt">[];
  /** Null if nothing can be sent now. */
  onSend: ((prompt: string) => void) | null;
}

/** Next questions: a click asks. */
export const SuggestionChips = memo(
  function SuggestionChips({ suggestions, onSend }: SuggestionChipsProps) {
    return (
      <ul className="flex flex-wrap gap-2" aria-label={text.suggestions} data-block="suggestion">
        {suggestions.map(({ id, label, prompt }) => (
          <li key={id} className="max-w-full">
            <button
              type="button"
              disabled={onSend === null}
              title={prompt === label ? undefined : prompt}
              onClick={() => onSend?.(prompt)}
              className="flex max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-1.5 text-left text-ink text-sm transition-colors duration-100 hover:border-accent/50 hover:bg-accent-wash disabled:text-faint disabled:hover:border-line disabled:hover:bg-raised"
            >
              <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-accent" />
              <span className="truncate" dir="auto">
                {label}
              </span>
            </button>
          </li>
        ))}
      </ul>
    );
  },
  (one, other) => sameList(one.suggestions, other.suggestions) && one.onSend === other.onSend,
);
