import { useEffect, useState } from "react";
import { useBoard } from "../board-tools";

/** Becomes true when it is this node's turn to show what is costly to show. */
export function useTurn(): boolean {
  const { view } = useBoard();
  const [isShown, setShown] = useState(false);
  useEffect(() => view.wait(() => setShown(true)), [view]);
  return isShown;
}
