import { useReducer } from "react";
import type { ChartDocument } from "../../charts/editing/document";
import { begin, canRedo, canUndo, edit, type History, redo, undo } from "../../charts/editing/history";

type Action =
  | { name: "change"; change: (document: ChartDocument) => ChartDocument; at: number; key: string | undefined }
  | { name: "undo" }
  | { name: "redo" };

/** Update function of all editing modes: computes the next document. `key` groups steps of one text. */
export type Change = (change: (document: ChartDocument) => ChartDocument, key?: string) => void;

/** The one document that form, JSON and sentences edit, with its history. */
export function useEditor(first: ChartDocument) {
  const [history, dispatch] = useReducer(next, first, begin);
  const change: Change = (make, key) => dispatch({ name: "change", change: make, at: Date.now(), key });
  return {
    document: history.present,
    change,
    undo: canUndo(history) ? () => dispatch({ name: "undo" }) : null,
    redo: canRedo(history) ? () => dispatch({ name: "redo" }) : null,
  };
}

function next(history: History<ChartDocument>, action: Action): History<ChartDocument> {
  switch (action.name) {
    case "change":
      return edit(history, action.change(history.present), action.at, action.key);
    case "undo":
      return undo(history);
    case "redo":
      return redo(history);
  }
}
