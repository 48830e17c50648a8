import { useStore as useFlowStore, useReactFlow } from "@xyflow/react";
import {
  Database,
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
import { addFiles, addNote, addTables } from "../add-sources";
import { useBoard } from "../board-tools";
import { toolbar as strings } from "../strings";
import { useBoardView } from "../use-board-view";
import { barHeight, sheetMotion, sheetPadding } from "./first-view";
import { boardKeys } from "./use-keys";

const ItemPicker = lazy(async () => ({ default: (await import("../thing-picker")).ItemPicker }));
const TablePicker = lazy(async () => ({
  default: (await import("../../../blocks/databases/table-picker")).TablePicker,
}));

export interface ToolbarProps {
  /** Whether dragging on the sheet selects; otherwise it moves the view. */
  isSelecting: boolean;
  onSelectingChange: (isSelecting: boolean) => void;
  onFind: () => void;
}

/** Actions on the whole board. */
export function Toolbar({ isSelecting, onSelectingChange, onFind }: ToolbarProps) {
  const board = useBoard();
  const { canUndo, canRedo } = useBoardView(board.store);
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const zoom = useFlowStore((state) => Math.round(state.transform[2] * 100));
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const [areTablesOpen, setTablesOpen] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  return (
    <div
      role="toolbar"
      aria-label={strings.boardTools}
      className="absolute inset-x-0 bottom-0 flex items-center justify-center-safe gap-0.5 overflow-x-auto border-line border-t bg-raised px-3 [scrollbar-width:none]"
      style={{ height: barHeight }}
    >
      {board.isEditable && (
        <>
          <Tool label={strings.addNoteT} onClick={() => addNote(board)}>
            <StickyNote />
          </Tool>
          <input
            ref={files}
            type="file"
            multiple
            className="sr-only"
            tabIndex={-1}
            aria-label={strings.chooseFilesForTheBoard}
            onChange={(event) => {
              void addFiles(board, [...(event.target.files ?? [])], board.middle());
              event.target.value = "";
            }}
          />
          <Tool label={strings.addFiles} onClick={() => files.current?.click()}>
            <FilePlus2 />
          </Tool>
          <Tool label={strings.addDatabaseTables} onClick={() => setTablesOpen(true)}>
            <Database />
          </Tool>
          <Tool label={strings.insertChartDocumentOrChat} onClick={() => setPickerOpen(true)}>
            <SquarePlus />
          </Tool>
          <Tool label={strings.arrangeBoardL} onClick={() => void layOutBoard(board)}>
            <Network />
          </Tool>
          <Divider />
          <Tool label={strings.undoZ} isDisabled={!canUndo} onClick={() => undo(board)}>
            <Undo2 />
          </Tool>
          <Tool label={strings.redoZ} isDisabled={!canRedo} onClick={() => redo(board)}>
            <Redo2 />
          </Tool>
          <Divider />
        </>
      )}
      <Tool
        label={strings.selectByDraggingOrHold}
        isPressed={isSelecting}
        onClick={() => onSelectingChange(!isSelecting)}
      >
        <MousePointer2 />
      </Tool>
      <Tool label={strings.findOnBoard} onClick={onFind}>
        <Search />
      </Tool>
      <Divider />
      <Tool label={strings.zoomOut} className="max-sm:hidden" onClick={() => void zoomOut({ duration: 100 })}>
        <ZoomOut />
      </Tool>
      <span className="w-11 text-center text-faint text-xs tabular-nums max-sm:hidden">{zoom}%</span>
      <Tool label={strings.zoomIn} className="max-sm:hidden" onClick={() => void zoomIn({ duration: 100 })}>
        <ZoomIn />
      </Tool>
      <Tool
        label={strings.zoomToFit1}
        onClick={() => void fitView({ padding: sheetPadding, maxZoom: 1, ...sheetMotion })}
      >
        <Scan />
      </Tool>
      <Tool label={strings.keyboardShortcuts} className="max-sm:hidden" onClick={() => setHelpOpen(true)}>
        <Keyboard />
      </Tool>
      <a
        href="https://reactflow.dev"
        target="_blank"
        rel="noreferrer"
        className="@3xl:absolute @3xl:right-3 ml-3 shrink-0 text-[0.625rem] text-faint hover:text-ink"
      >
        {strings.reactFlow}
      </a>
      <Suspense>{isPickerOpen && <ItemPicker onClose={() => setPickerOpen(false)} />}</Suspense>
      <Suspense>
        {areTablesOpen && (
          <TablePicker
            onClose={() => setTablesOpen(false)}
            onPick={(sources) => {
              setTablesOpen(false);
              addTables(board, sources);
            }}
          />
        )}
      </Suspense>
      <Dialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title={strings.keyboardShortcuts}>
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
