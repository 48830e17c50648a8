import { startTransition, useEffect, useState } from "react";

const atFirst = 10;
const atOnce = 30;

/**
 * How many of the last turns are in the page: a few with the first paint, the others right after it, some at a time, so that
 * a long chat neither comes late nor holds the page up. An address that names a turn wants all of them.
 */
export function useShownCount(count: number): number {
  const [shown, setShown] = useState(() => (location.hash === "" ? atFirst : Number.POSITIVE_INFINITY));
  useEffect(() => {
    if (shown >= count) return;
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + atOnce)));
    return () => cancelAnimationFrame(frame);
  }, [shown, count]);
  return shown;
}
