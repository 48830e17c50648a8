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

function framed(highlights: readonly Highlight[], { marks }: Walkable) {
  return marks.flatMap((mark, index) => {
    const found = mark.key && highlights.find(({ key }) => mark.key && isSameKey(key, mark.key));
    return found ? [{ mark, index, tone: found.tone }] : [];
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
