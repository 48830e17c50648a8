import type { Mark, RingSlice, Target } from "../kinds/drawing";
import type { MarkKey } from "../same-key";
import type { PageDrawing } from "./draw-client";

/** A mark of a picture that is on the page, in the picture's own coordinates. */
export interface ShownMark {
  label: string;
  /** The values that it stands for. */
  key?: MarkKey;
  /** The part that it is, where it is no mark of a row. */
  target?: Target;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The slice around that middle. */
  slice?: RingSlice;
}

/** Navigable marks: the symbols of a drawing or the list beside it. */
export function marksOf(svg: SVGSVGElement, { marks }: PageDrawing): ShownMark[] {
  return marks === undefined ? readMarks(svg) : (JSON.parse(marks) as Mark[]).map(shown);
}

function shown({ label, key, slice, x, y, width, height }: Mark): ShownMark {
  return { label, ...(key && { key }), ...(slice && { slice }), left: x, top: y, right: x + width, bottom: y + height };
}

/** Reads the symbols that a drawing with marks carries, wherever its groups put them. */
export function readMarks(svg: SVGSVGElement): ShownMark[] {
  return [...svg.querySelectorAll('[role="graphics-symbol"]')].map((symbol) => {
    const value = (name: string) => Number(symbol.getAttribute(name) ?? 0);
    const shift = shiftOf(symbol);
    const [left, top] = [value("x") + shift.x, value("y") + shift.y];
    const key = symbol.getAttribute("data-key");
    const slice = symbol.getAttribute("data-slice");
    return {
      label: symbol.getAttribute("aria-label") ?? "",
      ...(key !== null && { key: JSON.parse(key) as MarkKey }),
      ...(slice !== null && { slice: movedSlice(JSON.parse(slice) as RingSlice, shift) }),
      left,
      top,
      right: left + value("width"),
      bottom: top + value("height"),
    };
  });
}

/** Reads the symbols over the axes, legends, names and annotations of a drawing with handles. */
export function readTargets(svg: SVGSVGElement): ShownMark[] {
  return [...svg.querySelectorAll("[data-target]")].map((symbol) => {
    const value = (name: string) => Number(symbol.getAttribute(name) ?? 0);
    const shift = shiftOf(symbol);
    const [left, top] = [value("x") + shift.x, value("y") + shift.y];
    const target = JSON.parse(symbol.getAttribute("data-target") ?? "{}") as Target;
    return {
      label: symbol.getAttribute("data-label") ?? "",
      target: target.on === "annotation" ? { ...target, from: moveBy(target.from, shift) } : target,
      left,
      top,
      right: left + value("width"),
      bottom: top + value("height"),
    };
  });
}

function movedSlice(slice: RingSlice, by: { x: number; y: number }): RingSlice {
  return { ...slice, ...moveBy(slice, by) };
}

function moveBy({ x, y }: { x: number; y: number }, by: { x: number; y: number }) {
  return { x: x + by.x, y: y + by.y };
}

/** How far an element is moved by the group around it. */
export function shiftOf(element: Element): { x: number; y: number } {
  const transform = element.parentElement?.getAttribute("transform") ?? "";
  const match = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(transform);
  return { x: Number(match?.[1] ?? 0), y: Number(match?.[2] ?? 0) };
}

export type Step = "next" | "previous" | "first" | "last" | "above" | "below" | "ahead" | "back";

export const steps: Record<string, Step> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowUp: "above",
  ArrowDown: "below",
  Home: "first",
  End: "last",
  PageDown: "ahead",
  PageUp: "back",
};

/** Returns the mark that a step leads to; without a current mark, the first or last one. */
export function stepFrom(marks: readonly ShownMark[], at: number | undefined, step: Step): number | undefined {
  if (marks.length === 0) return undefined;
  const last = marks.length - 1;
  if (at === undefined) return ["previous", "last", "above", "back"].includes(step) ? last : 0;
  switch (step) {
    case "next":
      return Math.min(last, at + 1);
    case "previous":
      return Math.max(0, at - 1);
    case "first":
      return 0;
    case "last":
      return last;
    case "ahead":
      return Math.min(last, at + tenth(marks));
    case "back":
      return Math.max(0, at - tenth(marks));
    case "above":
    case "below":
      return beyond(marks, at, step === "above" ? -1 : 1);
  }
}

/** How far the page keys lead: ten of them through all marks. */
function tenth(marks: readonly ShownMark[]): number {
  return Math.ceil(marks.length / 10);
}

/** The nearest mark above or below; one that lies to the side counts as farther. */
function beyond(marks: readonly ShownMark[], at: number, direction: -1 | 1): number {
  const from = marks[at];
  if (!from) return 0;
  let nearest = { index: at, distance: Number.POSITIVE_INFINITY };
  marks.forEach((mark, index) => {
    const rise = (middle(mark).y - middle(from).y) * direction;
    const aside = Math.abs(middle(mark).x - middle(from).x);
    const distance = rise + 2 * aside;
    if (rise > 1 && distance < nearest.distance) nearest = { index, distance };
  });
  return nearest.index;
}

export function middle(mark: ShownMark): { x: number; y: number } {
  return { x: (mark.left + mark.right) / 2, y: (mark.top + mark.bottom) / 2 };
}

const reach = 14;

/** The mark that a pointer means: the smallest one below it, or one that is near. */
export function markAt(marks: readonly ShownMark[], x: number, y: number): number | undefined {
  let best: { index: number; distance: number; area: number } | undefined;
  marks.forEach((mark, index) => {
    const dx = Math.max(mark.left - x, 0, x - mark.right);
    const dy = Math.max(mark.top - y, 0, y - mark.bottom);
    const distance = mark.slice && isInSlice(mark.slice, x, y) ? 0 : Math.hypot(dx, dy);
    const area = (mark.right - mark.left) * (mark.bottom - mark.top);
    if (distance > reach) return;
    const isBetter = !best || distance < best.distance || (distance === best.distance && area < best.area);
    if (isBetter) best = { index, distance, area };
  });
  return best?.index;
}

function isInSlice({ inner, outer, start, end, ...center }: RingSlice, x: number, y: number): boolean {
  const [right, up] = [x - center.x, center.y - y];
  const angle = (Math.atan2(right, up) + 2 * Math.PI) % (2 * Math.PI);
  const far = Math.hypot(right, up);
  return far >= inner && far <= outer && angle >= start && angle <= end;
}
