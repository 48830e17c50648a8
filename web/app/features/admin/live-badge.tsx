import type { Link } from "../../stream/link";
import { Badge } from "../../ui/badge";

const words: Record<Link, string> = {
  connecting: "Connecting",
  live: "Live",
  reconnecting: "Reconnecting",
  expired: "Session ended",
  gone: "Not live",
};

/** Whether what is shown changes as it happens. */
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
