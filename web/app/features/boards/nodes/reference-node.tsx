import type { NodeProps } from "@xyflow/react";
import { ExternalLink, Quote, Table2 } from "lucide-react";
import { memo } from "react";
import type { BoardNodeOf } from "../../../api/boards";
import { OUTWARD } from "../../../blocks/markdown/outward";
import { safeLink } from "../../../blocks/markdown/safe-link";
import { placeOf } from "../../../blocks/place";
import type { CanvasNode } from "../canvas/flow";
import { passageUrl } from "../core/passage";
import { referenceNode as text } from "../strings";
import { NodeFrame } from "./node-frame";

/** A passage of a source, with a link that opens it there. Where a whole table is cited, its name stands in for the passage. */
export const ReferenceNode = memo(function ReferenceNode({ data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"reference">;
  const { title, url, locator, quote } = node.data;
  const words = quote || locator.quote;
  const link = safeLink(url ? passageUrl(url, { ...locator, quote: words || undefined }) : undefined);
  const place = placeOf(locator);
  const Icon = words ? Quote : Table2;
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew}>
      <figure className="m-0 flex min-h-0 flex-1 flex-col gap-2 px-4 py-3.5">
        <Icon aria-hidden className="size-4 shrink-0 text-accent" />
        {words ? (
          <blockquote
            dir="auto"
            className="board-words min-h-0 flex-1 overflow-hidden font-serif text-[0.9375rem] leading-relaxed"
          >
            {words}
          </blockquote>
        ) : (
          <p dir="auto" className="board-words min-h-0 flex-1 overflow-hidden text-[0.9375rem] leading-relaxed">
            {title}
          </p>
        )}
        <figcaption className="board-words mt-auto flex min-w-0 items-center gap-2 text-soft text-xs">
          {words && (
            <span className="truncate" dir="auto">
              {title}
            </span>
          )}
          {place !== "" && <span className="shrink-0 text-faint">{place}</span>}
          {link && (
            <a
              href={link.href}
              {...OUTWARD}
              aria-label={text.openPassageOn(link.host)}
              className="nodrag ml-auto inline-flex shrink-0 items-center gap-1 text-accent-strong hover:underline"
            >
              {text.open} <ExternalLink aria-hidden className="size-3" />
            </a>
          )}
        </figcaption>
      </figure>
    </NodeFrame>
  );
});
