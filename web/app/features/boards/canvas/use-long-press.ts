import { type RefObject, useEffect } from "react";
import { countOf } from "../../../util/format";
import type { BoardTools } from "../board-tools";
import { useLongPress as text } from "../strings";

const pressMs = 450;
/** A finger is never quite still. */
const tolerance = 10;

/** A finger that rests on a thing adds it to what is selected, or takes it out again. */
export function useLongPress(
  { selection, announce }: BoardTools,
  frame: RefObject<HTMLElement | null>,
  select: (ids: ReadonlySet<string>) => void,
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let timer: number | undefined;
    let start = { x: 0, y: 0 };
    let isPressed = false;

    const forget = () => window.clearTimeout(timer);
    const begin = (event: PointerEvent) => {
      forget();
      isPressed = false;
      const id = event.isPrimary && event.pointerType === "touch" ? nodeAt(event.target) : undefined;
      if (id === undefined) return;
      start = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => {
        isPressed = true;
        const ids = new Set(selection.get().nodeIds);
        if (!ids.delete(id)) ids.add(id);
        select(ids);
        announce(text.selected(countOf(ids.size, "item")));
      }, pressMs);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > tolerance) forget();
    };
    // Suppresses the click that ends a long press, which would select only that node.
    const swallow = (event: Event) => {
      if (!isPressed) return;
      event.preventDefault();
      event.stopPropagation();
    };

    element.addEventListener("pointerdown", begin, true);
    element.addEventListener("pointermove", move, true);
    element.addEventListener("pointerup", forget, true);
    element.addEventListener("pointercancel", forget, true);
    element.addEventListener("contextmenu", swallow, true);
    element.addEventListener("click", swallow, true);
    return () => {
      forget();
      element.removeEventListener("pointerdown", begin, true);
      element.removeEventListener("pointermove", move, true);
      element.removeEventListener("pointerup", forget, true);
      element.removeEventListener("pointercancel", forget, true);
      element.removeEventListener("contextmenu", swallow, true);
      element.removeEventListener("click", swallow, true);
    };
  }, [selection, announce, frame, select]);
}

/** The thing under a finger; what can be pressed by itself is left alone. */
function nodeAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest("a, button, input, textarea")) return undefined;
  return target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
}
