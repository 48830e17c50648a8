import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Turn } from "../stream/chat.ts";
import { branchPicker as text } from "./strings";

export interface BranchPickerProps {
  turn: Turn;
  siblings: readonly Turn[];
  onChoose: (turnId: string) => void;
}

/** `‹ 2/3 ›`: the other ways in which the chat went on from here. */
export function BranchPicker({ turn, siblings, onChoose }: BranchPickerProps) {
  if (siblings.length < 2) return null;
  const place = siblings.findIndex((sibling) => sibling.turnId === turn.turnId);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={text.branches} className="flex items-center text-faint text-xs tabular-nums">
      <Step label={text.previousBranch} target={before} onChoose={onChoose}>
        <ChevronLeft aria-hidden className="size-4" />
      </Step>
      <span>
        <span className="sr-only">{text.branch} </span>
        {place + 1}/{siblings.length}
      </span>
      <Step label={text.nextBranch} target={after} onChoose={onChoose}>
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </div>
  );
}

interface StepProps {
  label: string;
  target: Turn | undefined;
  onChoose: (turnId: string) => void;
  children: React.ReactNode;
}

function Step({ label, target, onChoose, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={target === undefined}
      onClick={() => target && onChoose(target.turnId)}
      className="grid size-7 place-items-center rounded-md transition-colors hover:bg-surface hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}
