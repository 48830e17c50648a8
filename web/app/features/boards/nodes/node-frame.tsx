import { Handle, NodeResizer } from "@xyflow/react";
import { type ReactNode, useSyncExternalStore } from "react";
import type { BoardNode } from "../../../api/boards";
import { classNames } from "../../../util/class-names";
import { useStore } from "../../../util/store";
import { useBoard } from "../board-tools";
import { positions, sides } from "../canvas/flow";
import { EVERY_NODE } from "../canvas/view-state";
import { tint } from "../colors";
import * as commands from "../core/commands";
import { lineOf } from "../core/words";

export interface NodeFrameProps {
  node: BoardNode;
  isSelected: boolean;
  /** It has come while a user watches. */
  isNew: boolean;
  className?: string;
  children: ReactNode;
}

/** Common frame of nodes: color, title at low zoom, edge handles, and resize corners. */
export function NodeFrame({ node, isSelected, isNew, className = "board-node", children }: NodeFrameProps) {
  const { isEditable, view } = useBoard();
  const isJoinable = useSyncExternalStore(view.joinable.subscribe, () => {
    const joinable = view.joinable.get();
    return joinable === EVERY_NODE || joinable === node.id;
  });
  return (
    <>
      {isSelected && isEditable && <Corners nodeId={node.id} />}
      <div className={classNames(className, isNew && "board-landed")} style={tint(node.color)}>
        {children}
        {hasTitle(node) && (
          <p aria-hidden className="board-title" dir="auto">
            {shortened(lineOf(node), node)}
          </p>
        )}
      </div>
      {isEditable &&
        (isSelected || isJoinable) &&
        sides.map((side) => <Handle key={side} id={side} type="source" position={positions[side]} />)}
    </>
  );
}

/** As much of a title as a node has room for, in large letters. Cutting off the rest would cost a layer for each node. */
function shortened(title: string, { width, height }: BoardNode): string {
  const most = Math.floor(Math.max(1, width / 26 - 2) * Math.max(1, Math.floor(height / 52) - 1));
  return title.length > most ? `${title.slice(0, most - 1).trimEnd()}…` : title;
}

/** Charts and pictures are known by what they look like, and a group has its name at its top. */
function hasTitle({ type }: BoardNode): boolean {
  return type !== "chart" && type !== "picture" && type !== "group";
}

/** Only what is selected alone is sized by its corners. */
function Corners({ nodeId }: { nodeId: string }) {
  const { store, selection } = useBoard();
  const { nodeIds } = useStore(selection);
  if (nodeIds.size !== 1) return null;
  return (
    <NodeResizer
      minWidth={80}
      minHeight={40}
      handleClassName="!size-2.5 !rounded-full"
      onResizeEnd={(_, rect) => store.run(commands.resize(store.document, nodeId, rect))}
    />
  );
}
