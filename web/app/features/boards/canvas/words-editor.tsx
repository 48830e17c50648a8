import { type KeyboardEvent, useRef } from "react";

export interface WordsEditorProps {
  label: string;
  words: string;
  /** Null where it was given up. */
  onFinish: (words: string | null) => void;
}

/** A line of words on the canvas, while it is written: enter or leaving keeps it, escape does not. */
export function WordsEditor({ label, words, onFinish }: WordsEditorProps) {
  const isOver = useRef(false);

  function finish(next: string | null) {
    if (isOver.current) return;
    isOver.current = true;
    onFinish(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation();
    const node = event.currentTarget.closest<HTMLElement>(".react-flow__node");
    if (event.key === "Enter" && !event.nativeEvent.isComposing) finish(event.currentTarget.value.trim());
    else if (event.key === "Escape") finish(null);
    else return;
    node?.focus();
  }

  return (
    <input
      aria-label={label}
      defaultValue={words}
      dir="auto"
      maxLength={300}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value.trim())}
      onKeyDown={onKeyDown}
      className="nodrag nopan w-full min-w-32 rounded-md border border-accent bg-raised px-2 py-0.5 text-ink outline-none"
    />
  );
}
