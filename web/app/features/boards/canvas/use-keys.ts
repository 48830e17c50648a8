import { useReactFlow } from "@xyflow/react";
import { useEffect } from "react";
import { isTyping } from "../../../util/is-typing";
import * as actions from "../actions";
import { addNote } from "../add-sources";
import type { BoardTools } from "../board-tools";
import { useKeys as text } from "../strings";
import { sheetMotion, sheetPadding } from "./first-view";

/** Keys of the board. Two-key shortcuts of the site begin with g; none of these is among their second keys. */
export const boardKeys = [
  { keys: "T", what: text.addNote },
  { keys: "Enter", what: text.editSelectionOrOpenChart },
  { keys: "J", what: text.connectTwoSelectedItems },
  { keys: "A", what: text.askAboutSelection },
  { keys: "L", what: text.arrangeBoardOrSelection },
  { keys: "/", what: text.findOnBoard },
  { keys: "1 · 2", what: text.zoomToFitZoomTo },
  { keys: "+ · −", what: text.zoom },
  { keys: text.arrows, what: text.moveSelectionOrView },
  { keys: "⌘Z · ⇧⌘Z", what: text.undoRedo },
  { keys: "⌘C · ⌘X · ⌘V", what: text.copyCutPasteAlsoBetween },
  { keys: "⌘D", what: text.duplicate },
  { keys: "⌘G · ⇧⌘G", what: text.groupUngroup },
  { keys: "⌘A", what: text.selectAll },
  { keys: "Delete", what: text.deleteSelection },
] as const;

export interface KeyHandlers {
  onFind: () => void;
  select: (ids: ReadonlySet<string>) => void;
}

const step = 16;
const panStep = 96;

const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function useKeys(board: BoardTools, { onFind, select }: KeyHandlers): void {
  const flow = useReactFlow();
  useEffect(() => {
    const viewKeys: Record<string, () => void> = {
      "/": onFind,
      "1": () => void flow.fitView({ padding: sheetPadding, maxZoom: 1, ...sheetMotion }),
      "2": () => {
        const nodes = [...board.selection.get().nodeIds].map((id) => ({ id }));
        void flow.fitView({ nodes, padding: 0.2, maxZoom: 1.25, ...sheetMotion });
      },
      "+": () => void flow.zoomIn({ duration: 100 }),
      "=": () => void flow.zoomIn({ duration: 100 }),
      "-": () => void flow.zoomOut({ duration: 100 }),
      escape: () => select(new Set()),
    };
    const editKeys: Record<string, () => void> = {
      t: () => addNote(board),
      j: () => actions.joinSelected(board),
      a: () => askAboutSelection(board),
      l: () => void actions.layOutBoard(board),
      delete: () => actions.removeSelected(board),
      backspace: () => actions.removeSelected(board),
      enter: () => openSelected(board),
    };
    const heldKeys: Record<string, () => void> = {
      z: () => actions.undo(board),
      "shift z": () => actions.redo(board),
      y: () => actions.redo(board),
      d: () => actions.duplicateSelected(board),
      g: () => actions.groupSelected(board),
      "shift g": () => actions.ungroupSelected(board),
    };

    function actionOf(event: KeyboardEvent): (() => void) | undefined {
      const key = event.key.toLowerCase();
      if (event.metaKey || event.ctrlKey) return heldAction(event.shiftKey ? `shift ${key}` : key);
      const arrow = arrows[event.key];
      if (arrow) return arrowAction(event, arrow);
      if (key === "enter" && !isOnNode(event.target)) return undefined;
      return viewKeys[key] ?? (board.isEditable ? editKeys[key] : undefined);
    }

    function heldAction(key: string) {
      if (key === "a") return () => select(new Set(board.store.document.nodes.keys()));
      if (key === "f") return onFind;
      return board.isEditable ? heldKeys[key] : undefined;
    }

    function arrowAction(event: KeyboardEvent, [x, y]: [number, number]) {
      const hasSelection = board.selection.get().nodeIds.size > 0;
      // A focused node that is selected is moved by the canvas itself.
      if (hasSelection && (isOnNode(event.target) || !board.isEditable)) return undefined;
      if (hasSelection) return () => actions.moveSelected(board, { x: x * step, y: y * step });
      return () => {
        const view = flow.getViewport();
        void flow.setViewport({ ...view, x: view.x - x * panStep, y: view.y - y * panStep });
      };
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return;
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [board, flow, onFind, select]);
}

export function askAboutSelection({ selection, isChatOpen, question }: BoardTools): void {
  isChatOpen.set(true);
  question.set({ text: "", isSent: false, nodeIds: selection.get().nodeIds });
}

/** Writes in the words of the one thing that is selected, or shows it large. */
export function openSelected({ store, selection, editing, opened, isEditable }: BoardTools): void {
  const { nodeIds, edgeIds } = selection.get();
  if (nodeIds.size + edgeIds.size !== 1) return;
  const [id = ""] = [...nodeIds, ...edgeIds];
  const type = store.document.nodes.get(id)?.type;
  if (type === "chart") opened.set(id);
  else if (isEditable && (type === "note" || type === "group" || edgeIds.size === 1)) editing.set(id);
}

function isOnNode(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches(".react-flow__node, .react-flow__edge, .react-flow__nodesselection-rect")
  );
}

/** Keys in a menu, in a dialog, in the chat or in the search belong to it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return false;
  return target.closest("[role=dialog], [role=menu], [data-board-panel]") !== null;
}
