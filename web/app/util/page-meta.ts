import { pageMeta as text } from "./strings";

/** A tag of a page's head, in the router's format. */
type MetaTag = { title: string } | { name: string; content: string } | { property: string; content: string };

/** Metadata of a page: for the tab, for search engines, and for link previews. */
export function pageMeta(
  title: string,
  description: string,
  type: "website" | "article" | "profile" = "website",
): MetaTag[] {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: text.portolan },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:image", content: "/social.png" },
    { property: "og:image:alt", content: text.portolanAnAiPoweredCharting },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** For pages that are no one else's to find. */
export const notForSearch: MetaTag = { name: "robots", content: "noindex" };
