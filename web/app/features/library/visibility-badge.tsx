import type { Visibility } from "../../api/charts";
import { visibilities } from "../../blocks/visibilities";
import { Badge } from "../../ui/badge";

export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  const { title, Icon } = visibilities[visibility];
  return (
    <Badge tone={visibility === "private" ? "neutral" : "accent"}>
      <Icon aria-hidden className="size-3" /> {title}
    </Badge>
  );
}
