import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { onEnter } from "../ui/on-enter.ts";
import { classNames } from "../util/class-names.ts";
import { messageEditor as strings } from "./strings";

export interface MessageEditorProps {
  /** The message as it was sent. */
  original: string;
  /** The text to begin with. */
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** A message asked differently: it becomes a branch beside the first, which stays. */
export function MessageEditor({ original, text, onSend, onCancel }: MessageEditorProps) {
  const [edited, setEdited] = useState(text);
  const id = useId();
  const canSend = edited.trim() !== "" && edited.trim() !== original.trim();

  const sendOnEnter = onEnter(() => canSend && onSend(edited.trim()));
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onCancel();
    sendOnEnter(event);
  }

  return (
    <form
      className="flex w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(edited.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        {strings.editYourMessage}
      </label>
      <textarea
        id={id}
        value={edited}
        dir="auto"
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to edit this text
        autoFocus
        onFocus={(event) => event.target.setSelectionRange(edited.length, edited.length)}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames(inputClass, "field-sizing-content max-h-72 resize-none px-4 py-2.5 leading-relaxed")}
      />
      <div className="flex items-center justify-end gap-2">
        <p className="mr-auto text-faint text-sm">{strings.theOriginalAnswerIsKept}</p>
        <Button look="quiet" size="small" onClick={onCancel}>
          {strings.cancel}
        </Button>
        <Button look="primary" size="small" type="submit" disabled={!canSend}>
          {strings.send}
        </Button>
      </div>
    </form>
  );
}
