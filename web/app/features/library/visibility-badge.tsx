import { Globe, Link as LinkIcon, Lock } from "lucide-react";
import type { Visibility } from "../../api/charts";
import { Badge } from "../../ui/badge";

export const visibilities: Record<Visibility, { title: string; description: string; Icon: typeof Lock }> = {
  private: { title: "Private", description: "Only you can see it", Icon: Lock },
  unlisted: { title: "Unlisted", description: "Whoever has the link can see it", Icon: LinkIcon },
  public: { title: "Public", description: "Everybody can find it", Icon: Globe },
};

export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  const { title, Icon } = visibilities[visibility];
  return (
    <Badge tone={visibility === "private" ? "neutral" : "accent"}>
      <Icon aria-hidden className="size-3" /> {title}
    </Badge>
  );
}
