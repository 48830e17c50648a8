import type { NodeProps } from "@xyflow/react";
import { ExternalLink, FileText, Globe, RotateCw } from "lucide-react";
import { lazy, memo, Suspense, useState } from "react";
import type { BoardNodeOf, NodeData } from "../../../api/boards";
import { OUTWARD } from "../../../blocks/markdown/outward";
import { safeLink } from "../../../blocks/markdown/safe-link";
import { Badge, type BadgeTone } from "../../../ui/badge";
import { readAgain } from "../add-sources";
import { useBoard } from "../board-tools";
import type { CanvasNode } from "../canvas/flow";
import { sourceNode as text } from "../strings";
import { NodeFrame } from "./node-frame";

const SourceSize = lazy(async () => ({ default: (await import("./source-size")).SourceSize }));

const statuses: Record<NodeData["source"]["status"], { tone: BadgeTone; words: string }> = {
  reading: { tone: "neutral", words: text.reading },
  whole: { tone: "accent", words: text.read },
  part: { tone: "warning", words: text.partiallyRead },
  blocked: { tone: "danger", words: text.couldntRead },
  empty: { tone: "warning", words: text.empty },
};

/** From this width on a card is the head of its board. */
const headWidth = 900;

/** A page, a file or a video: what it is, and how much of it was read. */
export const SourceNode = memo(function SourceNode({ data, selected }: NodeProps<CanvasNode>) {
  const node = data.node as BoardNodeOf<"source">;
  const { title, url, status, detail, description } = node.data;
  const link = safeLink(url ?? undefined);
  const { tone, words } = statuses[status] ?? statuses.whole;
  const { isEditable } = useBoard();
  if (node.width >= headWidth) return <HeadNode node={node} isSelected={selected} isNew={data.isNew} />;
  return (
    <NodeFrame node={node} isSelected={selected} isNew={data.isNew}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3.5">
        <div className="flex items-start gap-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent-wash text-accent-strong">
            {link ? <Globe aria-hidden className="size-4" /> : <FileText aria-hidden className="size-4" />}
          </span>
          <p className="line-clamp-2 min-w-0 font-medium leading-snug" dir="auto">
            {title || link?.host || text.source}
          </p>
        </div>
        <div className="board-words mt-auto flex min-w-0 flex-col gap-1.5">
          {!link && isEditable && !detail && !description && (
            <Suspense fallback={null}>
              <SourceSize sourceId={node.data.sourceId} />
            </Suspense>
          )}
          {(detail || description) && (
            <p className="line-clamp-2 text-soft text-xs" dir="auto">
              {detail || description}
            </p>
          )}
          <div className="flex min-w-0 items-center gap-2">
            <Badge tone={tone}>{words}</Badge>
            {link && status !== "reading" && <ReadAgain node={node} />}
            {link && (
              <a
                href={link.href}
                {...OUTWARD}
                className="nodrag ml-auto inline-flex min-w-0 items-center gap-1 text-accent-strong text-xs hover:underline"
              >
                <span className="truncate">{link.host}</span>
                <ExternalLink aria-hidden className="size-3 shrink-0" />
              </a>
            )}
          </div>
        </div>
      </div>
    </NodeFrame>
  );
});

interface HeadNodeProps {
  node: BoardNodeOf<"source">;
  isSelected: boolean;
  isNew: boolean;
}

/** The page that a board is about, across all columns: its name, its address, and what it is in its own words. */
function HeadNode({ node, isSelected, isNew }: HeadNodeProps) {
  const { title, url, status, detail, description } = node.data;
  const link = safeLink(url ?? undefined);
  const { tone, words } = statuses[status] ?? statuses.whole;
  return (
    <NodeFrame node={node} isSelected={isSelected} isNew={isNew}>
      <div className="flex min-h-0 flex-1 flex-col justify-center gap-2 px-6 py-4">
        <div className="flex min-w-0 items-center gap-4">
          <p className="min-w-0 truncate font-serif text-2xl tracking-tight" dir="auto">
            {title || link?.host || text.source}
          </p>
          <div className="board-words ml-auto flex shrink-0 items-center gap-3">
            {status !== "whole" && <Badge tone={tone}>{words}</Badge>}
            {link && status !== "reading" && <ReadAgain node={node} />}
            {link && (
              <a
                href={link.href}
                {...OUTWARD}
                className="nodrag inline-flex items-center gap-1.5 text-accent-strong text-sm hover:underline"
              >
                {link.host}
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
              </a>
            )}
          </div>
        </div>
        {(description || detail) && (
          <p className="board-words line-clamp-3 max-w-4xl text-soft leading-relaxed" dir="auto">
            {description || detail}
          </p>
        )}
      </div>
    </NodeFrame>
  );
}

function ReadAgain({ node }: { node: BoardNodeOf<"source"> }) {
  const board = useBoard();
  const [isReading, setReading] = useState(false);
  if (!board.isEditable) return null;
  async function read() {
    setReading(true);
    await readAgain(board, node);
    setReading(false);
  }
  return (
    <button
      type="button"
      title={text.refresh}
      aria-label={text.refresh2(node.data.title)}
      disabled={isReading}
      onClick={() => void read()}
      className="nodrag inline-flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:bg-accent-wash hover:text-accent-strong disabled:text-accent-strong"
    >
      <RotateCw aria-hidden className={`size-3.5 ${isReading ? "animate-spin motion-reduce:animate-none" : ""}`} />
    </button>
  );
}
