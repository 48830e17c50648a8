import type { Annotation, Cell } from "./draw-request.ts";
import type { Drawing, Handle, Mark } from "./kinds/drawing.ts";
import { isSameCell, isSameKey } from "./same-key.ts";
import { element, escapeText } from "./svg.ts";
import { type Box, readTexts } from "./svg-texts.ts";
import { textWidth, wrap } from "./text-width.ts";
import { type Tokens, type } from "./theme.ts";

const widest = 150;
const leading = 15;
const gap = 12;
/** Pixels between an annotation and other words. */
const wordGap = 8;

/**
 * Remarks beside their marks, where they cover least. A value of an axis that no mark has gets a line or a ring to stand
 * beside; a remark whose place is not in the drawing is left out.
 */
export function drawAnnotations(
  annotations: readonly Annotation[],
  drawing: Drawing,
  colors: Tokens,
): { markup: string; handles: Handle[] } {
  if (annotations.length === 0) return { markup: "", handles: [] };
  // Words of the drawing and earlier remarks stay readable.
  const words: Box[] = readTexts(drawing.markup).texts;
  const remarks = annotations.flatMap(({ id, text, at, offset }) => {
    const remark = text.trim();
    if (remark === "") return [];
    const mark = drawing.marks.find((each) => isMeant(at, each));
    if (mark) return { id, remark, offset, anchor: mark, markup: "" };
    const place = placeOnAxes(at, drawing, colors);
    if (!place) return [];
    words.push(place.box);
    return { id, remark, offset, ...place };
  });
  // Those that an author placed are where they are; the others find their places around them.
  remarks.sort((one, another) => Number(another.offset !== undefined) - Number(one.offset !== undefined));
  const handles: Handle[] = [];
  const markup = remarks.map(({ id, remark, offset, anchor, markup }) => {
    const drawn = drawRemark({ remark, offset, mark: anchor }, drawing, words, colors);
    const { left, top, right, bottom } = drawn.box;
    const at = { x: anchor.x + anchor.width / 2, y: anchor.y + anchor.height / 2 };
    const target = { on: "annotation" as const, id, from: at };
    handles.push({ target, label: remark, x: left, y: top, width: right - left, height: bottom - top });
    return markup + drawn.markup;
  });
  return { markup: markup.join(""), handles };
}

interface AxisPlace {
  /** The line or the ring. */
  markup: string;
  box: Box;
  /** Anchor of the annotation. */
  anchor: Anchor;
}

/** A position. */
type Anchor = Pick<Mark, "x" | "y" | "width" | "height">;

function placeOnAxes(at: Annotation["at"], { axes }: Drawing, colors: Tokens): AxisPlace | undefined {
  if (!axes || ("key" in at && at.key !== undefined)) return undefined;
  const { x, y } = at as { x?: Cell; y?: Cell };
  const { area } = axes;
  const atX = x === undefined ? undefined : axes.place("x", x);
  const atY = y === undefined ? undefined : axes.place("y", y);
  if ((x !== undefined && atX === undefined) || (y !== undefined && atY === undefined)) return undefined;
  const stroke = { stroke: colors.muted, "stroke-width": 1 };
  if (atX !== undefined && atY !== undefined) {
    const radius = 4;
    const markup = element("circle", { cx: atX, cy: atY, r: radius, fill: "none", ...stroke });
    const anchor = { x: atX - radius, y: atY - radius, width: 2 * radius, height: 2 * radius };
    return { markup, box: boxOf(anchor), anchor };
  }
  if (atX !== undefined) {
    const markup = rule({ x: atX, y: area.top }, { x: atX, y: area.bottom }, colors);
    const box = { left: atX - 1, top: area.top, right: atX + 1, bottom: area.bottom };
    return { markup, box, anchor: { x: atX, y: area.top, width: 0, height: 0 } };
  }
  if (atY !== undefined) {
    const markup = rule({ x: area.left, y: atY }, { x: area.right, y: atY }, colors);
    const box = { left: area.left, top: atY - 1, right: area.right, bottom: atY + 1 };
    return { markup, box, anchor: { x: area.right, y: atY, width: 0, height: 0 } };
  }
  return undefined;
}

function rule(from: { x: number; y: number }, to: { x: number; y: number }, colors: Tokens): string {
  return element("line", {
    x1: from.x,
    y1: from.y,
    x2: to.x,
    y2: to.y,
    stroke: colors.muted,
    "stroke-width": 1,
    "stroke-dasharray": "4 3",
  });
}

function isMeant(at: Annotation["at"], mark: Mark): boolean {
  if ("key" in at && at.key !== undefined) return mark.key !== undefined && isSameKey(at.key, mark.key);
  const { x, y } = at as { x?: Cell; y?: Cell };
  const fits = (wanted: Cell | undefined, value: Cell | undefined) =>
    wanted === undefined || (value !== undefined && isSameCell(wanted, value));
  return (x !== undefined || y !== undefined) && fits(x, mark.at?.x) && fits(y, mark.at?.y);
}

interface Remark {
  remark: string;
  mark: Anchor;
  offset: Annotation["offset"];
}

function drawRemark(
  { remark, mark, offset }: Remark,
  drawing: Drawing,
  words: Box[],
  colors: Tokens,
): { markup: string; box: Box } {
  const lines = wrap(remark, Math.min(widest, drawing.width - 8), type.label, 4);
  const width = Math.max(...lines.map((line) => textWidth(line, type.label, "semibold")));
  const size = { width, height: lines.length * leading };
  const box = offset ? movedPlace(mark, size, drawing, offset) : bestPlace(mark, size, drawing, words);
  const leader = drawLeader(mark, box, words, colors);
  words.push(box);
  const middle = (box.left + box.right) / 2;
  // An outline keeps the marks behind the text readable.
  const shared = {
    "font-size": type.label,
    "font-weight": 600,
    "text-anchor": "middle",
    fill: colors.ink,
    stroke: colors.background,
    "stroke-width": 3,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
  const texts = lines.map((line, index) =>
    element("text", { x: middle, y: box.top + (index + 1) * leading - 3, ...shared }, escapeText(line)),
  );
  return { markup: leader + texts.join(""), box };
}

/** From the mark to its remark, beginning behind the words that stand at the mark. */
function drawLeader(mark: Anchor, box: Box, words: readonly Box[], colors: Tokens): string {
  // Beside its bar a remark needs none.
  if (box.left >= mark.x + mark.width && box.top < mark.y + mark.height && box.bottom > mark.y) return "";
  const x = mark.x + mark.width / 2;
  const isBelow = box.top > mark.y;
  let from = isBelow ? mark.y + mark.height : mark.y;
  const to = isBelow ? box.top + 1 : box.bottom + 2;
  for (const word of words) {
    const isOnTheWay =
      word.left < x + 2 && word.right > x - 2 && word.top < Math.max(from, to) && word.bottom > Math.min(from, to);
    if (isOnTheWay) from = isBelow ? Math.max(from, word.bottom + 2) : Math.min(from, word.top - 2);
  }
  const isShown = isBelow ? to > from : to < from;
  if (!isShown) return "";
  const end = clamp(x, box.left, box.right);
  return element("line", { x1: x, y1: from, x2: end, y2: to, stroke: colors.muted, "stroke-width": 1 });
}

type Size = Pick<Anchor, "width" | "height">;

/** Placement at a distance from the mark, as far as the drawing reaches. */
function movedPlace(mark: Anchor, { width, height }: Size, drawing: Drawing, offset: { x: number; y: number }): Box {
  const middle = { x: mark.x + mark.width / 2 + offset.x, y: mark.y + mark.height / 2 + offset.y };
  const left = clamp(middle.x - width / 2, 0, Math.max(0, drawing.width - width));
  const top = clamp(middle.y - height / 2, 0, Math.max(0, drawing.height - height));
  return { left, top, right: left + width, bottom: top + height };
}

interface Place {
  left: number;
  top: number;
  /** Penalty of a placement, regardless of what it covers. */
  cost: number;
}

/** Placement that covers the fewest marks and no text. */
function bestPlace(
  mark: Anchor,
  size: { width: number; height: number },
  drawing: Drawing,
  words: readonly Box[],
): Box {
  let best: { box: Box; cost: number } | undefined;
  for (const place of [...placesAround(mark, size), ...placesBeside(mark, size, words)]) {
    const left = clamp(place.left, 0, Math.max(0, drawing.width - size.width));
    const top = clamp(place.top, 0, Math.max(0, drawing.height - size.height));
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const covered = drawing.marks.reduce((sum, each) => sum + overlap(box, boxOf(each)), 0);
    const cost =
      place.cost +
      covered +
      20 * words.reduce((sum, each) => sum + overlap(box, widen(each)), 0) +
      4 * overlap(box, boxOf(mark));
    if (!best || cost < best.cost) best = { box, cost };
  }
  return best?.box ?? { left: 0, top: 0, right: size.width, bottom: size.height };
}

/** Above, below, or further away, and aside. */
function placesAround(mark: Anchor, size: { width: number; height: number }): Place[] {
  const center = mark.x + mark.width / 2;
  const places: Place[] = [];
  for (const distance of [gap, 3 * gap, 5 * gap]) {
    for (const isAbove of [true, false]) {
      for (const shift of [0, -0.6, 0.6]) {
        places.push({
          left: center - size.width / 2 + shift * size.width,
          top: isAbove ? mark.y - distance - size.height : mark.y + mark.height + distance,
          cost: 2 * distance + Math.abs(shift) * 10 + (isAbove ? 0 : 8),
        });
      }
    }
  }
  return places;
}

/** Behind the end of a lying bar, and of the value that stands there. */
function placesBeside(mark: Anchor, size: { width: number; height: number }, words: readonly Box[]): Place[] {
  if (mark.height < 10 || mark.height > 60 || Math.abs(mark.width - mark.height) < 1) return [];
  const middle = mark.y + mark.height / 2;
  const end = mark.x + mark.width;
  const value = words.find(
    (word) => word.top < middle && word.bottom > middle && word.left >= end && word.left < end + gap,
  );
  return [{ left: (value?.right ?? end) + gap, top: middle - size.height / 2, cost: 30 }];
}

/** Words that nearly touch read as one text. */
function widen({ left, top, right, bottom }: Box): Box {
  return { left: left - wordGap, top: top - 1, right: right + wordGap, bottom: bottom + 1 };
}

function boxOf({ x, y, width, height }: Anchor): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
