import { classNames } from "../util/class-names";
import { saveNote as strings } from "./strings";
import type { Draft } from "./use-draft";

export interface SaveNoteProps {
  draft: Omit<Draft<unknown>, "saved">;
  onSave: () => void;
  className?: string;
}

/** Shows whether the draft is stored, with an action if it isn't. */
export function SaveNote({ draft, onSave, className }: SaveNoteProps) {
  const { text, action } = noteOf(draft, onSave);
  const isBad = draft.state.status === "failed" || draft.state.status === "conflict";
  return (
    <p role="status" className={classNames("text-sm", isBad ? "text-danger" : "text-faint", className)}>
      {text}
      {action && (
        <>
          {" "}
          <button type="button" className="font-medium underline" onClick={action.onClick}>
            {action.label}
          </button>
        </>
      )}
    </p>
  );
}

interface Note {
  text: string;
  action?: { label: string; onClick: () => void };
}

function noteOf({ state, isChanged, isRestored, discard }: SaveNoteProps["draft"], onSave: () => void): Note {
  switch (state.status) {
    case "saving":
      return { text: strings.saving };
    case "retrying":
      return { text: strings.retrying(state.message), action: { label: strings.tryNow, onClick: onSave } };
    case "failed":
      return { text: strings.failed(state.message), action: { label: strings.tryAgain, onClick: onSave } };
    case "conflict":
      return { text: strings.conflict, action: { label: strings.resolve, onClick: onSave } };
    case "idle":
      if (isRestored) return { text: strings.restored, action: { label: strings.discard, onClick: discard } };
      return { text: isChanged ? strings.unsavedChanges : strings.saved };
  }
}
