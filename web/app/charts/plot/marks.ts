import type { SceneItem, SceneMark } from "vega";
import type { Mark } from "../kinds/drawing.ts";
import type { MarkKeys } from "./mark-keys.ts";
import type { MarkWords } from "./mark-words.ts";

const pointRadius = 6;

/** Reads Vega's scene: every bar, point, slice and shape with its words, in the order of the data. */
export function collectMarks(scene: unknown, origin: [number, number], words: MarkWords, keys: MarkKeys): Mark[] {
  const marks: Mark[] = [];
  const visit = (mark: SceneMark, x: number, y: number) => {
    if (/^(axis|legend|title)|-(header|footer|title)$/.test(mark.role ?? "")) return;
    if (mark.marktype === "group") {
      for (const item of mark.items) {
        for (const inner of item.items ?? []) visit(inner, x + (item.x ?? 0), y + (item.y ?? 0));
      }
    } else if (mark.marktype !== "text" && mark.marktype !== "rule") {
      marks.push(...mark.items.flatMap((item) => markOf(item, mark.marktype, x, y, words, keys)));
    }
  };
  visit(scene as SceneMark, origin[0], origin[1]);
  return unique(marks);
}

function markOf(item: SceneItem, marktype: string, x: number, y: number, words: MarkWords, keys: MarkKeys): Mark[] {
  const label = item.description && words(item.description, item.datum);
  if (!label) return [];
  const known = { label, ...keys(item.datum) };
  // A line's points have no bounds of their own.
  if (marktype === "line" || marktype === "area" || marktype === "trail" || !item.bounds) {
    const [atX, atY] = [x + (item.x ?? 0), y + (item.y ?? 0)];
    return [{ ...known, x: atX - pointRadius, y: atY - pointRadius, width: 2 * pointRadius, height: 2 * pointRadius }];
  }
  if (marktype === "arc") return [{ ...known, ...sliceOf(item as SceneItem & Arc, x, y) }];
  const { x1, y1, x2, y2 } = item.bounds;
  return [{ ...known, x: x + x1, y: y + y1, width: Math.max(1, x2 - x1), height: Math.max(1, y2 - y1) }];
}

interface Arc {
  startAngle?: number;
  endAngle?: number;
  innerRadius?: number;
  outerRadius?: number;
}

/** A slice's box overlaps those of its neighbors: the mark is at the middle of the slice. */
function sliceOf(item: SceneItem & Arc, x: number, y: number): Pick<Mark, "x" | "y" | "width" | "height" | "slice"> {
  const { startAngle: start = 0, endAngle: end = 0, innerRadius: inner = 0, outerRadius: outer = 0 } = item;
  const center = { x: x + (item.x ?? 0), y: y + (item.y ?? 0) };
  const [middle, far] = [(start + end) / 2, (inner + outer) / 2];
  const size = Math.max(1, Math.min(outer - inner, (end - start) * far, 2 * far));
  const at = { x: center.x + far * Math.sin(middle) - size / 2, y: center.y - far * Math.cos(middle) - size / 2 };
  return { ...at, width: size, height: size, slice: { ...center, inner, outer, start, end } };
}

/** A line and the points on it say the same at the same place. */
function unique(marks: Mark[]): Mark[] {
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
    const key = `${mark.label} ${Math.round(x)} ${Math.round(y)}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
