import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";
import { LivePicture } from "../../../charts/view/live-picture";
import { MarkPointer, type Walkable } from "../../../charts/view/mark-walk";
import { markAt, middle, type ShownMark, stepFrom, steps } from "../../../charts/view/marks";
import type { ShownChart } from "../../../charts/view/shown-chart";
import { countOf } from "../../../util/format";
import { editablePicture as text } from "../strings";
import { nudge, withOffset } from "./annotation-edits";
import { isSamePart, type PartEdit } from "./part";
import { PartPopover } from "./part-popover";

export interface EditablePictureProps extends PartEdit {
  chart: ShownChart;
  onMarks: (marks: readonly ShownMark[]) => void;
}

const nothing: Walkable = { marks: [], width: 1, height: 1 };
/** Pixels that a pointer moves before it drags. */
const dragsAfter = 4;

interface Drag {
  id: string;
  /** Position at which the pointer went down, on the page. */
  from: { x: number; y: number };
  /** From the middle of the annotation's place to the middle of its text. */
  offset: { x: number; y: number };
  hasMoved: boolean;
}

/** A live drawing whose parts are edited where they are: by a press, or by Enter after walking to them with the arrow keys. */
export function EditablePicture({ chart, onMarks, ...edit }: EditablePictureProps) {
  const { change } = edit;
  const place = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<Walkable>(nothing);
  const [at, setAt] = useState<ShownMark>();
  const [isWalked, setWalked] = useState(false);
  const [opened, setOpened] = useState<ShownMark>();
  const drag = useRef<Drag | null>(null);
  const onParts = useCallback((next: Walkable) => {
    setParts(next);
    // Parts keep their popover while an edit moves them.
    const find = (part: ShownMark | undefined) => part && next.marks.find((each) => isSamePart(each, part));
    setAt(find);
    setOpened((part) => find(part) ?? part);
  }, []);
  const index = at === undefined ? undefined : parts.marks.indexOf(at);

  const partAt = (event: PointerEvent): ShownMark | undefined => {
    const picture = place.current?.querySelector("svg")?.getBoundingClientRect();
    if (!picture || picture.width === 0) return undefined;
    const scale = parts.width / picture.width;
    const found = markAt(parts.marks, (event.clientX - picture.left) * scale, (event.clientY - picture.top) * scale);
    return found === undefined ? undefined : parts.marks[found];
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if ((event.key === "Enter" || event.key === " ") && at) {
      event.preventDefault();
      setOpened(at);
      return;
    }
    if (event.key === "Escape") setAt(undefined);
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setWalked(true);
    if (event.shiftKey && at?.target?.on === "annotation") {
      nudge(change, at, event.key);
      return;
    }
    const next = stepFrom(parts.marks, index === -1 ? undefined : index, step);
    setAt(next === undefined ? undefined : parts.marks[next]);
  };

  const onPointerDown = (event: PointerEvent) => {
    const part = partAt(event);
    if (part?.target?.on !== "annotation" || event.button !== 0) return;
    const { id, from } = part.target;
    const { x, y } = middle(part);
    const offset = { x: x - from.x, y: y - from.y };
    drag.current = { id, from: { x: event.clientX, y: event.clientY }, offset, hasMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent) => {
    const dragged = drag.current;
    if (!dragged) {
      setWalked(false);
      setAt(partAt(event));
      return;
    }
    const by = { x: event.clientX - dragged.from.x, y: event.clientY - dragged.from.y };
    if (!dragged.hasMoved && Math.hypot(by.x, by.y) < dragsAfter) return;
    dragged.hasMoved = true;
    const offset = { x: Math.round(dragged.offset.x + by.x), y: Math.round(dragged.offset.y + by.y) };
    change((before) => withOffset(before, dragged.id, offset), `annotation.${dragged.id}.drag`);
  };

  const onPointerUp = (event: PointerEvent) => {
    const dragged = drag.current;
    drag.current = null;
    if (dragged?.hasMoved) return;
    const part = partAt(event);
    setAt(part);
    setOpened(part);
  };

  return (
    <div ref={place} className="relative">
      <LivePicture chart={chart} onMarks={onMarks} onParts={onParts} />
      <div
        ref={overlay}
        role="application"
        aria-roledescription={text.editableChart}
        aria-label={text.howToEdit(chart.title, countOf(parts.marks.length, text.part))}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => !drag.current && setAt(undefined)}
        className="absolute inset-0 touch-pan-y rounded-sm"
        style={{ cursor: cursorOf(at) }}
      />
      {at && !opened && <MarkPointer mark={at} size={shownSize(place.current, parts)} />}
      {opened && (
        <PartPopover
          {...edit}
          part={opened}
          anchor={anchorOf(opened, shownSize(place.current, parts))}
          picture={place}
          returnFocus={overlay}
          onClose={() => setOpened(undefined)}
        />
      )}
      <span role="status" className="sr-only">
        {at && isWalked && !opened ? text.partOf((index ?? 0) + 1, parts.marks.length, at.label) : ""}
      </span>
    </div>
  );
}

function cursorOf(part: ShownMark | undefined): string {
  if (!part) return "default";
  return part.target?.on === "annotation" ? "grab" : "pointer";
}

/** A drawing can be narrower than its place: shares are of the place's width. */
function shownSize(place: HTMLElement | null, parts: Walkable): Walkable {
  const [width, height] = [place?.clientWidth ?? 0, place?.clientHeight ?? 0];
  const scale = Math.min(1, width / parts.width || 1);
  return { ...parts, width: width / scale || parts.width, height: height / scale || parts.height };
}

function anchorOf(part: ShownMark, { width, height }: Walkable) {
  const percent = (share: number, whole: number) => `${(100 * share) / whole}%`;
  return {
    left: percent(part.left, width),
    top: percent(part.top, height),
    width: percent(part.right - part.left, width),
    height: percent(part.bottom - part.top, height),
  };
}
