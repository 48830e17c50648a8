import { useRef, useState } from "react";
import { editableTitle as text } from "../strings";
import type { PartEdit } from "./part";

/** The title above a chart: a press turns it into a field, Enter and leaving it keep what was typed, Escape does not. */
export function EditableTitle({ document: { title }, change }: Pick<PartEdit, "document" | "change">) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isCancelled = useRef(false);
  const finish = () => {
    if (!isCancelled.current && typed !== null && typed !== title) change((before) => ({ ...before, title: typed }));
    setTyped(null);
  };
  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        dir="auto"
        title={text.editTitle}
        onClick={() => {
          isCancelled.current = false;
          setTyped(title);
        }}
        className="-mx-1.5 w-full cursor-text rounded-md px-1.5 text-left hover:bg-surface dark:hover:bg-line/40"
      >
        {title || <span className="text-faint">{text.untitled}</span>}
        <span className="sr-only"> {text.editTitle}</span>
      </button>
    );
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
      autoFocus
      dir="auto"
      aria-label={text.chartTitle}
      value={typed}
      maxLength={300}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        isCancelled.current = event.key === "Escape";
        event.currentTarget.blur();
        requestAnimationFrame(() => button.current?.focus());
      }}
      className="-mx-1.5 w-full rounded-md bg-surface px-1.5 outline-1 outline-accent dark:bg-line/40"
    />
  );
}
