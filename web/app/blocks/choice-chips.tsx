import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Choice } from "../stream/blocks.ts";
import { isolateNames } from "../util/isolate-names.ts";
import { choiceChips as strings } from "./strings";

export interface ChoiceChipsProps {
  notes: readonly string[];
  choices: readonly Choice[];
  /** Null if nothing can be asked now. */
  onSend: ((prompt: string) => void) | null;
}

/** Menus are loaded with the first chart that has a choice to change. */
const ChoiceMenu = lazy(async () => ({ default: (await import("./choice-menu.tsx")).ChoiceMenu }));

const chip = "inline-flex max-w-full items-center gap-1 rounded-full border px-2.5 py-1 text-left text-xs";

/** The choices that a chart is the outcome of. One that could have been another offers the others, and asks for them. */
export function ChoiceChips({ notes, choices, onSend }: ChoiceChipsProps) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label={strings.choices} className="flex flex-wrap gap-1.5 pt-1">
      {notes.map((note) => {
        const alternatives = choices.find((choice) => choice.note === note)?.alternatives ?? [];
        return (
          <li key={note} className="max-w-full">
            {alternatives.length === 0 || onSend === null ? (
              <span className={`${chip} border-transparent bg-surface text-soft dark:bg-line/50`}>
                {chipText(note)}
              </span>
            ) : (
              <Suspense fallback={<span className={`${chip} border-line text-ink`}>{chipText(note)}</span>}>
                <ChoiceMenu
                  trigger={
                    <button
                      type="button"
                      className={`${chip} border-line bg-raised text-ink transition-colors duration-100 hover:border-accent/50 hover:bg-accent-wash`}
                    >
                      {chipText(note)}
                      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
                    </button>
                  }
                  alternatives={alternatives}
                  onSend={onSend}
                />
              </Suspense>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A chip is no sentence. */
function chipText(note: string): string {
  return isolateNames(note.replace(/\.$/, ""));
}
