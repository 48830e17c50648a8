import { GripVertical, SquarePlus } from "lucide-react";
import type { DragEvent, ReactNode } from "react";
import { contentOfBlock } from "../../../blocks/board-content";
import type { Block } from "../../../stream/blocks";
import { IconButton } from "../../../ui/button";
import { useBoard } from "../board-tools";
import { contentMediaType } from "../content-media-type";
import { draggable as text } from "../strings";

/** A part of an answer with a handle to drag it onto the board, and a button that does the same. */
export function Draggable({ blocks, children }: { blocks: readonly Block[]; children: ReactNode }) {
  const { put, show, isEditable } = useBoard();
  const contents = blocks.flatMap((block) => contentOfBlock(block) ?? []);
  const [first] = contents;
  if (!first || !isEditable) return children;

  function start(event: DragEvent) {
    event.dataTransfer.effectAllowed = "copy";
    event.dataTransfer.setData(contentMediaType, JSON.stringify(contents));
  }

  return (
    <div className="group/part relative min-w-0">
      <div className="absolute -top-2 right-0 z-10 flex rounded-lg border border-line bg-raised opacity-0 shadow-raised transition-opacity duration-100 focus-within:opacity-100 group-hover/part:opacity-100 pointer-coarse:opacity-100">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the button beside it does the same */}
        <span
          draggable
          onDragStart={start}
          title={text.dragOntoTheBoard}
          className="grid size-8 cursor-grab place-items-center text-faint hover:text-ink pointer-coarse:hidden"
        >
          <GripVertical aria-hidden className="size-4" />
        </span>
        <IconButton
          label={text.addToBoard}
          className="size-8"
          onClick={() => show(contents.map((content) => put(content)))}
        >
          <SquarePlus aria-hidden className="size-4" />
        </IconButton>
      </div>
      {children}
    </div>
  );
}
