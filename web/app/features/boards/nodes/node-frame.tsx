import { Handle, NodeResizer } from "@xyflow/react";
import type { ReactNode } from "react";
import type { BoardNode } from "../../../api/boards";
import { classNames } from "../../../util/class-names";
import { useStore } from "../../../util/store";
import { useBoard } from "../board-tools";
import { positions, sides } from "../canvas/flow";
import { tint } from "../colors";
import * as commands from "../core/commands";

export interface NodeFrameProps {
  node: BoardNode;
  isSelected: boolean;
  /** It has come while somebody watches. */
  isNew: boolean;
  className?: string;
  children: ReactNode;
}

/** What every node has: its colour, the points that edges begin at, and the corners to size it by. */
export function NodeFrame({ node, isSelected, isNew, className = "board-node", children }: NodeFrameProps) {
  const { isEditable } = useBoard();
  return (
    <>
      {isSelected && isEditable && <Corners nodeId={node.id} />}
      <div className={classNames(className, isNew && "board-landed")} style={tint(node.color)}>
        {children}
      </div>
      {sides.map((side) => (
        <Handle key={side} id={side} type="source" position={positions[side]} />
      ))}
    </>
  );
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
