import { useReducer } from "react";
import { type ChartDocument, isSameChart } from "../../charts/editing/document";
import { begin, canRedo, canUndo, edit, type History, redo, undo } from "../../charts/editing/history";

interface EditorState {
  history: History<ChartDocument>;
  /** As the server has it; null for a chart that was never saved. */
  saved: ChartDocument | null;
}

type Action =
  | { name: "change"; change: (document: ChartDocument) => ChartDocument; at: number; key: string | undefined }
  | { name: "undo" }
  | { name: "redo" }
  | { name: "saved"; as: ChartDocument };

/** Update function of all editing modes: computes the next document. `key` groups steps of one text. */
export type Change = (change: (document: ChartDocument) => ChartDocument, key?: string) => void;

/** The one document that form, JSON and sentences edit, with its history. */
export function useEditor(first: ChartDocument, isSaved: boolean) {
  const [{ history, saved }, dispatch] = useReducer(next, undefined, () => ({
    history: begin(first),
    saved: isSaved ? first : null,
  }));
  const change: Change = (make, key) => dispatch({ name: "change", change: make, at: Date.now(), key });
  return {
    document: history.present,
    change,
    undo: canUndo(history) ? () => dispatch({ name: "undo" }) : null,
    redo: canRedo(history) ? () => dispatch({ name: "redo" }) : null,
    saved,
    isChanged: saved === null || !isSameChart(saved, history.present),
    /** To be called with what was sent, which may no longer be what is shown. */
    markSaved: (as: ChartDocument) => dispatch({ name: "saved", as }),
  };
}

function next(state: EditorState, action: Action): EditorState {
  const { history } = state;
  switch (action.name) {
    case "change":
      return { ...state, history: edit(history, action.change(history.present), action.at, action.key) };
    case "undo":
      return { ...state, history: undo(history) };
    case "redo":
      return { ...state, history: redo(history) };
    case "saved":
      return { ...state, saved: action.as };
  }
}
