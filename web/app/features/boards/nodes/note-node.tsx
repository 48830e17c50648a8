import type { NodeProps } from "@xyflow/react";
import { type KeyboardEvent, lazy, memo, Suspense, useRef, useSyncExternalStore } from "react";
import type { BoardNodeOf } from "../../../api/boards";
import { useBoard } from "../board-tools";
import type { CanvasNode } from "../canvas/flow";
import * as commands from "../core/commands";
import { noteNode as strings } from "../strings";
import { NodeFrame } from "./node-frame";
import { useTurn } from "./use-turn";

const TextView = lazy(async () => ({ default: (await import("../../../blocks/text-view")).TextView }));

/** Markdown; a double click or the enter key writes in it. */
export const NoteNode = memo(function NoteNode({ id, data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"note">;
  const { editing } = useBoard();
  const isEditing = useSyncExternalStore(editing.subscribe, () => editing.get() === id);
  const isShown = useTurn();
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew}>
      {isEditing ? (
        <NoteEditor node={node} />
      ) : (
        <div className="board-note board-words min-h-0 flex-1 overflow-hidden px-4 py-3">
          {node.data.markdown.trim() === "" ? (
            <p className="text-faint text-sm">{strings.emptyNote}</p>
          ) : (
            <TextInTurn markdown={node.data.markdown} isShown={isShown} />
          )}
        </div>
      )}
    </NodeFrame>
  );
});

/** Lines in the place of words that are not laid out yet. */
function TextInTurn({ markdown, isShown }: { markdown: string; isShown: boolean }) {
  const lines = <span aria-hidden className="board-lines" />;
  if (!isShown) return lines;
  return (
    <Suspense fallback={lines}>
      <TextView markdown={markdown} isLive={false} />
    </Suspense>
  );
}

function NoteEditor({ node }: { node: BoardNodeOf<"note"> }) {
  const { editing, store } = useBoard();
  const isCancelled = useRef(false);

  function finish(text: string) {
    if (!isCancelled.current) store.run(commands.setData(store.document, node, { markdown: text }));
    if (editing.get() === node.id) editing.set(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // The canvas has keys of its own.
    event.stopPropagation();
    const isDone = event.key === "Enter" && (event.metaKey || event.ctrlKey);
    if (event.key !== "Escape" && !isDone) return;
    isCancelled.current = event.key === "Escape";
    const frame = event.currentTarget.closest<HTMLElement>(".react-flow__node");
    event.currentTarget.blur();
    frame?.focus();
  }

  return (
    <textarea
      aria-label={strings.noteInMarkdown}
      defaultValue={node.data.markdown}
      dir="auto"
      maxLength={100_000}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to write in this note
      autoFocus
      onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={onKeyDown}
      placeholder={strings.placeholder}
      className="nodrag nowheel nopan size-full resize-none bg-transparent px-4 py-3 text-[0.9375rem] leading-relaxed outline-none placeholder:text-faint"
    />
  );
}
