import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from "react";
import { markAt, middle, type ShownMark, stepFrom, steps } from "./marks";
import { markWalk as text } from "./strings";

/** The marks of a drawing, and how large the drawing is in its own coordinates. */
export interface Walkable {
  marks: readonly ShownMark[];
  width: number;
  height: number;
}

/** Props for keyboard and pointer navigation of a picture's marks. */
export function useMarkWalk(place: RefObject<HTMLElement | null>, { marks, width }: Walkable) {
  const [at, setAt] = useState<number>();
  const [isWalked, setWalked] = useState(false);
  const current = at === undefined ? undefined : marks[at];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && at !== undefined) {
      setAt(undefined);
      return;
    }
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setWalked(true);
    setAt(stepFrom(marks, at, step));
  };
  const onPointerMove = (event: PointerEvent) => {
    const picture = place.current?.querySelector("svg")?.getBoundingClientRect();
    if (!picture || picture.width === 0) return;
    const scale = width / picture.width;
    setWalked(false);
    setAt(markAt(marks, (event.clientX - picture.left) * scale, (event.clientY - picture.top) * scale));
  };
  const leave = () => setAt(undefined);
  return {
    current,
    /** Live-region text for keyboard navigation; pointer moves are silent. */
    announcement: current && isWalked ? text.of((at ?? 0) + 1, marks.length, current.label) : "",
    handlers: { onKeyDown, onPointerMove, onPointerLeave: leave, onBlur: leave },
  };
}

/** A ring around the mark, and beside it what it says. */
export function MarkPointer({ mark, size }: { mark: ShownMark; size: Walkable }) {
  const { x } = middle(mark);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const isBelow = mark.top < 48;
  const shift = x < size.width * 0.25 ? "0%" : x > size.width * 0.75 ? "-100%" : "-50%";
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <div
        className="absolute rounded-sm outline-2 outline-ink outline-offset-2"
        style={{
          left: percent(mark.left, size.width),
          top: percent(mark.top, size.height),
          width: percent(mark.right - mark.left, size.width),
          height: percent(mark.bottom - mark.top, size.height),
        }}
      />
      <div
        className="absolute w-max max-w-64 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs shadow-lg"
        style={{
          left: percent(x, size.width),
          top: percent(isBelow ? mark.bottom : mark.top, size.height),
          transform: `translate(${shift}, ${isBelow ? "10px" : "calc(-100% - 10px)"})`,
        }}
      >
        {mark.label}
      </div>
    </div>
  );
}
