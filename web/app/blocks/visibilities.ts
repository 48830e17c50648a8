import { Globe, Link as LinkIcon, Lock } from "lucide-react";
import type { Visibility } from "../api/charts";
import { visibilities as text } from "./strings";

/** Labels and icons of the visibility levels. */
export const visibilities: Record<Visibility, { title: string; description: string; Icon: typeof Lock }> = {
  private: { title: text.private, description: text.onlyYouCanView, Icon: Lock },
  unlisted: { title: text.unlisted, description: text.anyoneWithTheLinkCan, Icon: LinkIcon },
  public: { title: text.public, description: text.anyoneCanFindIt, Icon: Globe },
};
