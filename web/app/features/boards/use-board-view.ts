import { useSyncExternalStore } from "react";
import type { BoardStore, BoardView } from "./core/board-store";

export function useBoardView(store: BoardStore): BoardView {
  return useSyncExternalStore(store.subscribe, store.getView);
}
