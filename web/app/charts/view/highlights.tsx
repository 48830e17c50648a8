import { classNames } from "../../util/class-names";
import { isSameKey, type MarkKey } from "../same-key";
import type { Walkable } from "./mark-walk";
import { highlights as text } from "./strings";

/** A mark that is different from before. */
export interface Highlight {
  key: MarkKey;
  tone: "added" | "changed";
}

export interface HighlightsProps {
  highlights: readonly Highlight[];
  walkable: Walkable;
}

/** Frames around the marks that changed, over the drawing. Their lines differ, not only their colours. */
export function HighlightFrames({ highlights, walkable }: HighlightsProps) {
  const { width, height } = walkable;
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 print:hidden">
      {framed(highlights, walkable).map(({ mark, index, tone }) => (
        <div
          key={`${index} ${mark.label}`}
          data-highlight={tone}
          className={classNames("absolute rounded-sm outline-2 outline-offset-2", lines[tone])}
          style={{
            left: percent(mark.left, width),
            top: percent(mark.top, height),
            width: percent(mark.right - mark.left, width),
            height: percent(mark.bottom - mark.top, height),
          }}
        />
      ))}
    </div>
  );
}

/** Legend of the highlight frames, below the drawing. */
export function HighlightLegend(props: HighlightsProps) {
  const shown = framed(props.highlights, props.walkable);
  const has = (tone: Highlight["tone"]) => shown.some((each) => each.tone === tone);
  if (shown.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-4 text-soft text-xs print:hidden">
      {has("changed") && <Key tone="changed" label={text.changed} />}
      {has("added") && <Key tone="added" label={text.new} />}
    </p>
  );
}

/** Marks that changed. A row whose columns fit several marks doesn't say which of them changed. */
function framed(highlights: readonly Highlight[], { marks }: Walkable) {
  const tones = new Map<number, Highlight["tone"]>();
  for (const { key, tone } of highlights) {
    const found = marks.flatMap((mark, index) => (mark.key && isSameKey(key, mark.key) ? [index] : []));
    const labels = new Set(found.map((index) => marks[index]?.label));
    if (labels.size === 1) for (const index of found) if (!tones.has(index)) tones.set(index, tone);
  }
  return marks.flatMap((mark, index) => {
    const tone = tones.get(index);
    return tone ? [{ mark, index, tone }] : [];
  });
}

const lines: Record<Highlight["tone"], string> = {
  changed: "outline-warning outline-dashed",
  added: "outline-accent outline-solid",
};

function Key({ tone, label }: { tone: Highlight["tone"]; label: string }) {
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden className={classNames("size-2.5 rounded-sm outline-2 outline-offset-1", lines[tone])} />
      {label}
    </span>
  );
}
