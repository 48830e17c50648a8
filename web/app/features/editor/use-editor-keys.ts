import { useEffect, useRef } from "react";

export interface EditorKeys {
  undo: (() => void) | null;
  redo: (() => void) | null;
  save: () => void;
}

/** The keys of an editor work wherever the focus is: fields have no history of their own here. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const run = actionOf(event, latest.current);
      if (run === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      run?.();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

/** Null if the key is the editor's, but there is nothing to do. */
function actionOf(event: KeyboardEvent, { undo, redo, save }: EditorKeys): (() => void) | null | undefined {
  if (!(event.metaKey || event.ctrlKey) || event.altKey) return undefined;
  switch (event.key.toLowerCase()) {
    case "z":
      return event.shiftKey ? redo : undo;
    case "y":
      return redo;
    case "s":
      return save;
    default:
      return undefined;
  }
}
