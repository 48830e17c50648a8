import type { Link } from "../../stream/link";
import { Badge } from "../../ui/badge";
import { liveBadge as text } from "./strings";

const words: Record<Link, string> = {
  connecting: text.connecting,
  live: text.live,
  reconnecting: text.reconnecting,
  expired: text.sessionEnded,
  gone: text.offline,
};

/** Whether the list updates live. */
export function LiveBadge({ link }: { link: Link }) {
  return (
    <span role="status">
      <Badge tone={link === "live" ? "accent" : "neutral"}>
        {link === "live" && <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-accent" />}
        {words[link]}
      </Badge>
    </span>
  );
}
