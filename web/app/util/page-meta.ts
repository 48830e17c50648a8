/** A tag of a page's head, as the router wants it. */
type MetaTag = { title: string } | { name: string; content: string } | { property: string; content: string };

/** What a page says of itself: to the tab, to search engines, and to whoever shows a preview of a link to it. */
export function pageMeta(
  title: string,
  description: string,
  type: "website" | "article" | "profile" = "website",
): MetaTag[] {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: "Portolan" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:image", content: "/social.png" },
    { property: "og:image:alt", content: "Portolan: an AI-powered charting engine" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** For pages that are nobody else's to find. */
export const notForSearch: MetaTag = { name: "robots", content: "noindex" };
