import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useSyncExternalStore } from "react";
import { useBoard } from "../board-tools";
import { cssColor } from "../colors";
import * as commands from "../core/commands";
import { boardEdge as text } from "../strings";
import type { CanvasEdge } from "./flow";
import { WordsEditor } from "./words-editor";

/** A connection with its words; a double click on it writes them. */
export const BoardEdge = memo(function BoardEdge(props: EdgeProps<CanvasEdge>) {
  const { id, data, selected, markerStart, markerEnd } = props;
  const { store, editing, isEditable } = useBoard();
  const isEditing = useSyncExternalStore(editing.subscribe, () => editing.get() === id);
  const [path, x, y] = getBezierPath(props);
  const stroke = selected ? undefined : cssColor(data?.edge.color);
  const label = data?.edge.label ?? "";
  return (
    <>
      <BaseEdge path={path} markerStart={markerStart} markerEnd={markerEnd} style={{ stroke }} interactionWidth={24} />
      {(label !== "" || isEditing) && (
        <EdgeLabelRenderer>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the connection itself is reached with the keyboard, and the enter key writes its words */}
          <div
            className="board-words nodrag nopan pointer-events-auto absolute max-w-56 rounded-md bg-surface px-1.5 py-0.5 text-soft text-xs dark:bg-paper"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            onDoubleClick={() => isEditable && editing.set(id)}
          >
            {isEditing ? (
              <WordsEditor
                label={text.connectionLabel}
                words={label}
                onFinish={(words) => {
                  if (words !== null) store.run(commands.editEdge(store.document, id, { label: words || undefined }));
                  if (editing.get() === id) editing.set(null);
                }}
              />
            ) : (
              <span dir="auto">{label}</span>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
