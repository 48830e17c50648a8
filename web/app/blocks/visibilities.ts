import { Globe, Link as LinkIcon, Lock } from "lucide-react";
import type { Visibility } from "../api/charts";

/** Who can see something, in words and as a picture. */
export const visibilities: Record<Visibility, { title: string; description: string; Icon: typeof Lock }> = {
  private: { title: "Private", description: "Only you can see it", Icon: Lock },
  unlisted: { title: "Unlisted", description: "Whoever has the link can see it", Icon: LinkIcon },
  public: { title: "Public", description: "Everybody can find it", Icon: Globe },
};
