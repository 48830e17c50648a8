import { type ReactFlowState, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BoardNode } from "../../../api/boards";
import { countOf } from "../../../util/format";
import { useBoard } from "../board-tools";
import { overlaps } from "../core/arrange";
import { landed as text } from "../strings";
import { useBoardView } from "../use-board-view";
import { sheetMotion, sheetPadding } from "./first-view";

/** Says how many things have landed out of sight: the view itself never moves under anybody's eyes. */
export function Landed() {
  const { store } = useBoard();
  const { document } = useBoardView(store);
  const { fitView } = useReactFlow();
  const sheet = useStoreApi();
  const known = useRef(new Set(document.nodes.keys()));
  const [unseen, setUnseen] = useState<readonly BoardNode[]>([]);
  const hidden = useStore((state) => unseen.filter((node) => !isSeen(state, node)).length);

  useEffect(() => {
    const fresh = [...document.nodes.values()].filter(({ id }) => !known.current.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.current.add(id);
    const out = fresh.filter((node) => !isSeen(sheet.getState(), node));
    if (out.length > 0) setUnseen((before) => [...before, ...out]);
  }, [document, sheet]);

  // Nodes that were visible once are no longer new.
  useEffect(() => {
    setUnseen((before) =>
      before.length === hidden ? before : before.filter((node) => !isSeen(sheet.getState(), node)),
    );
  }, [hidden, sheet]);

  if (hidden === 0) return null;
  return (
    <button
      type="button"
      onClick={() => void fitView({ padding: sheetPadding, maxZoom: 1, ...sheetMotion })}
      className="absolute bottom-17 left-1/2 flex h-8 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-soft text-sm shadow-raised hover:text-ink"
    >
      <ArrowDown aria-hidden className="size-3.5" />
      {text.outOfView(countOf(hidden, text.newItem))}
    </button>
  );
}

function isSeen({ transform: [x, y, zoom], width, height }: ReactFlowState, node: BoardNode): boolean {
  return overlaps({ x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }, node);
}
