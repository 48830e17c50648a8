import type { Annotation, Cell } from "./draw-request.ts";
import type { Drawing, Mark } from "./kinds/drawing.ts";
import { isSameCell, isSameKey } from "./same-key.ts";
import { element, escapeText } from "./svg.ts";
import { readTexts } from "./svg-texts.ts";
import { textWidth, wrap } from "./text-width.ts";
import { type Tokens, type } from "./theme.ts";

const widest = 150;
const leading = 15;
const gap = 12;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Remarks beside their marks, where they cover least; one whose mark is not drawn is left out. */
export function drawAnnotations(annotations: readonly Annotation[], drawing: Drawing, colors: Tokens): string {
  if (annotations.length === 0) return "";
  // Words of the drawing and earlier remarks stay readable.
  const words: Box[] = readTexts(drawing.markup).texts;
  return annotations
    .map((annotation) => {
      const mark = drawing.marks.find((each) => isMeant(annotation.at, each));
      return mark && annotation.text.trim() !== ""
        ? drawRemark(annotation.text.trim(), mark, drawing, words, colors)
        : "";
    })
    .join("");
}

function isMeant(at: Annotation["at"], mark: Mark): boolean {
  if ("key" in at && at.key !== undefined) return mark.key !== undefined && isSameKey(at.key, mark.key);
  const { x, y } = at as { x?: Cell; y?: Cell };
  const fits = (wanted: Cell | undefined, value: Cell | undefined) =>
    wanted === undefined || (value !== undefined && isSameCell(wanted, value));
  return (x !== undefined || y !== undefined) && fits(x, mark.at?.x) && fits(y, mark.at?.y);
}

function drawRemark(remark: string, mark: Mark, drawing: Drawing, words: Box[], colors: Tokens): string {
  const lines = wrap(remark, Math.min(widest, drawing.width - 8), type.label, 4);
  const width = Math.max(...lines.map((line) => textWidth(line, type.label, "semibold")));
  const box = bestPlace(mark, { width, height: lines.length * leading }, drawing, words);
  const leader = drawLeader(mark, box, words, colors);
  words.push(box);
  const middle = (box.left + box.right) / 2;
  // What lies behind the words stays readable around them.
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
  return leader + texts.join("");
}

/** From the mark to its remark, beginning behind the words that stand at the mark. */
function drawLeader(mark: Mark, box: Box, words: readonly Box[], colors: Tokens): string {
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

interface Place {
  left: number;
  top: number;
  /** What speaks against it, whatever it covers. */
  cost: number;
}

/** Where it covers the fewest marks and no words. */
function bestPlace(mark: Mark, size: { width: number; height: number }, drawing: Drawing, words: readonly Box[]): Box {
  let best: { box: Box; cost: number } | undefined;
  for (const place of [...placesAround(mark, size), ...placesBeside(mark, size, words)]) {
    const left = clamp(place.left, 0, Math.max(0, drawing.width - size.width));
    const top = clamp(place.top, 0, Math.max(0, drawing.height - size.height));
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const covered = drawing.marks.reduce((sum, each) => sum + overlap(box, boxOf(each)), 0);
    const cost =
      place.cost +
      covered +
      20 * words.reduce((sum, each) => sum + overlap(box, each), 0) +
      4 * overlap(box, boxOf(mark));
    if (!best || cost < best.cost) best = { box, cost };
  }
  return best?.box ?? { left: 0, top: 0, right: size.width, bottom: size.height };
}

/** Above, below, or further away, and aside. */
function placesAround(mark: Mark, size: { width: number; height: number }): Place[] {
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
function placesBeside(mark: Mark, size: { width: number; height: number }, words: readonly Box[]): Place[] {
  if (mark.height < 10 || mark.height > 60 || Math.abs(mark.width - mark.height) < 1) return [];
  const middle = mark.y + mark.height / 2;
  const end = mark.x + mark.width;
  const value = words.find(
    (word) => word.top < middle && word.bottom > middle && word.left >= end && word.left < end + gap,
  );
  return [{ left: (value?.right ?? end) + gap, top: middle - size.height / 2, cost: 30 }];
}

function boxOf({ x, y, width, height }: Mark): Box {
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
