import { type Node, useStore as useFlowStore, useStoreApi, type Viewport } from "@xyflow/react";
import { startTransition, useEffect, useMemo, useState } from "react";
import { useStore } from "../../../util/store";
import type { BoardTools } from "../board-tools";
import { distanceOf, EVERY_NODE } from "./view-state";

/** So many things stay in the page while one looks from afar, where nearly all of them are in sight. */
const mostKept = 1_500;

/** Follows how the sheet is looked at. */
export function useViewState({ store, view }: BoardTools, firstLook: Viewport | null) {
  const sheet = useStoreApi();
  // Sizes and the ends of edges are stated, and nothing is measured: measuring would lay out each node that comes into sight.
  useState(() => sheet.setState({ updateNodeInternals: () => undefined }));
  const distance = useStore(view.distance);
  const [keepsAll, setKeepsAll] = useState(false);
  const isJoining = useFlowStore(({ connection }) => connection.inProgress);

  useEffect(() => view.joinable.set(isJoining ? EVERY_NODE : null), [isJoining, view]);

  const rest = useMemo(
    () => () => {
      const isKept = view.distance.get() !== "near" && store.document.nodes.size <= mostKept;
      startTransition(() => setKeepsAll(isKept));
    },
    [store, view],
  );
  useEffect(() => {
    if (!firstLook) return;
    view.distance.set(distanceOf(firstLook.zoom));
    rest();
  }, [firstLook, rest, view]);

  const handlers = useMemo(
    () => ({
      onMoveStart: () => view.isMoving.set(true),
      onMove: (_: unknown, { zoom }: Viewport) => view.distance.set(distanceOf(zoom)),
      onMoveEnd: (_: unknown, { zoom }: Viewport) => {
        view.isMoving.set(false);
        view.distance.set(distanceOf(zoom));
        rest();
      },
      onNodeMouseEnter: (_: unknown, { id }: Node) => {
        if (view.joinable.get() !== EVERY_NODE) view.joinable.set(id);
      },
      onNodeMouseLeave: (_: unknown, { id }: Node) => {
        if (view.joinable.get() === id) view.joinable.set(null);
      },
    }),
    [rest, view],
  );
  return { distance, keepsAll, ...handlers };
}
