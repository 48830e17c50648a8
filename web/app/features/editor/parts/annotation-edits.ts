import type { Annotation } from "../../../charts/draw-request";
import type { ChartDocument } from "../../../charts/editing/document";
import { middle, type ShownMark } from "../../../charts/view/marks";
import { randomId } from "../../../util/random-id";
import type { Change } from "../use-editor";

/** Pixels that an arrow key moves an annotation. */
const step = 8;

const directions: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
};

/** Moves an annotation's text to a distance from its place; null lets the drawing find a free place again. */
export function withOffset(document: ChartDocument, id: string, offset: Annotation["offset"] | null): ChartDocument {
  return withAnnotation(document, id, ({ offset: _before, ...each }) => (offset ? { ...each, offset } : each));
}

export function withAnnotation(
  document: ChartDocument,
  id: string,
  make: (annotation: Annotation) => Annotation,
): ChartDocument {
  return { ...document, annotations: document.annotations.map((each) => (each.id === id ? make(each) : each)) };
}

export function withoutAnnotation(document: ChartDocument, id: string): ChartDocument {
  return { ...document, annotations: document.annotations.filter((each) => each.id !== id) };
}

export function addAnnotation(
  document: ChartDocument,
  key: NonNullable<ShownMark["key"]>,
  text: string,
): ChartDocument {
  return { ...document, annotations: [...document.annotations, { id: randomId(), at: { key: { ...key } }, text }] };
}

/** Moves an annotation by one step in the direction of an arrow key. */
export function nudge(change: Change, part: ShownMark, key: string): void {
  const by = directions[key];
  const { target } = part;
  if (!by || target?.on !== "annotation") return;
  const { id } = target;
  change((before) => {
    const known = before.annotations.find((each) => each.id === id)?.offset ?? drawnOffset(part);
    return withOffset(before, id, { x: Math.round(known.x + by.x), y: Math.round(known.y + by.y) });
  }, `annotation.${id}.move`);
}

/** The distance at which the drawing put a text that has no place of its own. */
function drawnOffset(part: ShownMark): { x: number; y: number } {
  const { x, y } = middle(part);
  const from = part.target?.on === "annotation" ? part.target.from : { x, y };
  return { x: x - from.x, y: y - from.y };
}
