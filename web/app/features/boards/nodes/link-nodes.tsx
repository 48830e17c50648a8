import type { NodeProps } from "@xyflow/react";
import { ArrowUpRight, BookOpenText, type LucideIcon, MessageSquareText } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import type { BoardNodeOf } from "../../../api/boards";
import { paths } from "../../../util/page-paths";
import type { CanvasNode } from "../canvas/flow";
import { linkNodes as text } from "../strings";
import { NodeFrame } from "./node-frame";

/** A chat, which is read on its own page. */
export const ChatNode = memo(function ChatNode(props: NodeProps<CanvasNode>) {
  const { chatId, title } = (props.data.node as BoardNodeOf<"chat">).data;
  return (
    <LinkNode {...props} Icon={MessageSquareText} kind="Chat" title={title || text.chat} to={paths.chat(chatId)} />
  );
});

/** A document, which is read on its own page. */
export const PortolanNode = memo(function PortolanNode(props: NodeProps<CanvasNode>) {
  const { portolanId, title } = (props.data.node as BoardNodeOf<"portolan">).data;
  const to = `${paths.portolans()}/${encodeURIComponent(portolanId)}`;
  return <LinkNode {...props} Icon={BookOpenText} kind="Portolan" title={title || text.document} to={to} />;
});

interface LinkNodeProps extends NodeProps<CanvasNode> {
  Icon: LucideIcon;
  kind: string;
  title: string;
  to: string;
}

function LinkNode({ data, selected, Icon, kind, title, to }: LinkNodeProps) {
  return (
    <NodeFrame node={data.node} isSelected={selected} isNew={data.isNew}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3.5">
        <p className="flex items-center gap-2 text-faint text-xs">
          <Icon aria-hidden className="size-4 text-accent" /> {kind}
        </p>
        <p dir="auto" className="line-clamp-3 font-medium leading-snug">
          {title}
        </p>
        <Link
          to={to}
          className="nodrag board-words mt-auto inline-flex items-center gap-1 text-accent-strong text-sm hover:underline"
        >
          {text.open}
          <span className="sr-only"> {title}</span>
          <ArrowUpRight aria-hidden className="size-4" />
        </Link>
      </div>
    </NodeFrame>
  );
}
