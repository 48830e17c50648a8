import type { NodeProps } from "@xyflow/react";
import { CornerDownRight } from "lucide-react";
import { memo, useState, useSyncExternalStore } from "react";
import type { BoardNodeOf } from "../../../api/boards";
import { InertImage } from "../../../blocks/markdown/inert-image";
import { useBoard } from "../board-tools";
import type { CanvasNode } from "../canvas/flow";
import { WordsEditor } from "../canvas/words-editor";
import * as commands from "../core/commands";
import { smallNodes as strings } from "../strings";
import { NodeFrame } from "./node-frame";

/** A picture of this site; one of another site is a link that says where it leads, and fetched by no one. */
export const PictureNode = memo(function PictureNode({ data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"picture">;
  const { url, alt = "" } = node.data;
  const isOwn = /^\/(?![/\\])/.test(url);
  const [isBroken, setBroken] = useState(false);
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew}>
      {isOwn && !isBroken ? (
        <img
          src={url}
          alt={alt}
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="pointer-events-none size-full object-contain"
        />
      ) : (
        <div className="answer-text nodrag m-auto px-4 text-center text-sm">
          {isBroken ? strings.thisImageIsNoLonger : <InertImage source={url} text={alt} />}
        </div>
      )}
    </NodeFrame>
  );
});

/** A next question: a click asks it in the board's chat. */
export const SuggestionNode = memo(function SuggestionNode({ data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"suggestion">;
  const { question, isChatOpen, isEditable } = useBoard();
  const { label, prompt } = node.data;
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew}>
      <button
        type="button"
        disabled={!isEditable}
        title={prompt === label ? undefined : prompt}
        onClick={() => {
          isChatOpen.set(true);
          question.set({ text: prompt, isSent: true, nodeIds: new Set() });
        }}
        className="m-1 flex min-h-0 flex-1 items-center gap-2.5 rounded-xl px-4 text-left text-sm transition-colors duration-100 hover:bg-accent-wash disabled:hover:bg-transparent"
      >
        <CornerDownRight aria-hidden className="size-4 shrink-0 text-accent" />
        <span className="line-clamp-4">{label}</span>
      </button>
    </NodeFrame>
  );
});

/** A frame around others, which move with it. */
export const GroupNode = memo(function GroupNode({ id, data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"group">;
  const { editing, store } = useBoard();
  const isEditing = useSyncExternalStore(editing.subscribe, () => editing.get() === id);
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew} className="board-group">
      <div className="px-4 pt-2 font-medium text-soft">
        {isEditing ? (
          <WordsEditor
            label={strings.groupName}
            words={node.data.label}
            onFinish={(label) => {
              if (label !== null) store.run(commands.setData(store.document, node, { label }));
              if (editing.get() === id) editing.set(null);
            }}
          />
        ) : (
          <span className="block truncate" dir="auto">
            {node.data.label}
          </span>
        )}
      </div>
    </NodeFrame>
  );
});
