import { useStore as useFlowStore, useReactFlow } from "@xyflow/react";
import {
  FilePlus2,
  Keyboard,
  MousePointer2,
  Network,
  Redo2,
  Scan,
  Search,
  SquarePlus,
  StickyNote,
  Undo2,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { IconButton } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { layOutBoard, redo, undo } from "../actions";
import { addFiles, addNote } from "../add-sources";
import { useBoard } from "../board-tools";
import { useBoardView } from "../use-board-view";
import { boardKeys } from "./use-keys";

const ThingPicker = lazy(async () => ({ default: (await import("../thing-picker")).ThingPicker }));

export interface ToolbarProps {
  /** Whether dragging on the sheet selects; otherwise it moves the view. */
  isSelecting: boolean;
  onSelectingChange: (isSelecting: boolean) => void;
  onFind: () => void;
}

/** What can be done with the board as a whole. */
export function Toolbar({ isSelecting, onSelectingChange, onFind }: ToolbarProps) {
  const board = useBoard();
  const { canUndo, canRedo } = useBoardView(board.store);
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const zoom = useFlowStore((state) => Math.round(state.transform[2] * 100));
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  return (
    <div
      role="toolbar"
      aria-label="The board's tools"
      className="absolute bottom-3 left-1/2 flex max-w-[calc(100%-1.5rem)] -translate-x-1/2 items-center gap-0.5 overflow-x-auto [scrollbar-width:none] rounded-xl border border-line bg-raised p-1 shadow-floating"
    >
      {board.isEditable && (
        <>
          <Tool label="Write a note (T)" onClick={() => addNote(board)}>
            <StickyNote />
          </Tool>
          <input
            ref={files}
            type="file"
            multiple
            className="sr-only"
            tabIndex={-1}
            aria-label="Choose files for the board"
            onChange={(event) => {
              void addFiles(board, [...(event.target.files ?? [])], board.middle());
              event.target.value = "";
            }}
          />
          <Tool label="Add files" onClick={() => files.current?.click()}>
            <FilePlus2 />
          </Tool>
          <Tool label="Put in a chart, a document or a chat" onClick={() => setPickerOpen(true)}>
            <SquarePlus />
          </Tool>
          <Tool label="Lay out the board (L)" onClick={() => void layOutBoard(board)}>
            <Network />
          </Tool>
          <Divider />
          <Tool label="Undo (⌘Z)" isDisabled={!canUndo} onClick={() => undo(board)}>
            <Undo2 />
          </Tool>
          <Tool label="Redo (⇧⌘Z)" isDisabled={!canRedo} onClick={() => redo(board)}>
            <Redo2 />
          </Tool>
          <Divider />
        </>
      )}
      <Tool
        label="Select by dragging (or hold Shift)"
        isPressed={isSelecting}
        onClick={() => onSelectingChange(!isSelecting)}
      >
        <MousePointer2 />
      </Tool>
      <Tool label="Find on the board (/)" onClick={onFind}>
        <Search />
      </Tool>
      <Divider />
      <Tool label="Zoom out (−)" className="max-sm:hidden" onClick={() => void zoomOut({ duration: 100 })}>
        <ZoomOut />
      </Tool>
      <span className="w-11 text-center text-faint text-xs tabular-nums max-sm:hidden">{zoom}%</span>
      <Tool label="Zoom in (+)" className="max-sm:hidden" onClick={() => void zoomIn({ duration: 100 })}>
        <ZoomIn />
      </Tool>
      <Tool label="Show everything (1)" onClick={() => void fitView({ padding: 0.08, maxZoom: 1, duration: 150 })}>
        <Scan />
      </Tool>
      <Tool label="Keys of the board" className="max-sm:hidden" onClick={() => setHelpOpen(true)}>
        <Keyboard />
      </Tool>
      <Suspense>{isPickerOpen && <ThingPicker onClose={() => setPickerOpen(false)} />}</Suspense>
      <Dialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title="Keys of the board">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 px-6 pt-4 pb-6 text-sm">
          {boardKeys.map(({ keys, what }) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="rounded-md border border-line bg-surface px-1.5 py-0.5 font-sans text-xs">{keys}</kbd>
              </dt>
              <dd className="text-soft">{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  );
}

interface ToolProps {
  label: string;
  onClick: () => void;
  isPressed?: boolean;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}

export function Tool({ label, onClick, isPressed, isDisabled = false, className = "", children }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
      className={`${className} [&_svg]:size-4 ${isPressed ? "bg-accent-wash !text-accent-strong" : ""}`}
    >
      {children}
    </IconButton>
  );
}

export function Divider() {
  return <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line" />;
}
