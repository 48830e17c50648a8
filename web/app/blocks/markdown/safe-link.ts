/** Where a link of somebody else's text leads; null for what is no place on the web or a mail address. */
export interface SafeLink {
  href: string;
  /** Shown with the link, so that nobody is led astray. */
  host: string;
}

export function safeLink(href: string | undefined): SafeLink | null {
  if (!href) return null;
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url === null) return null;
  if (url.protocol === "mailto:") return { href: url.href, host: url.pathname };
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return { href: url.href, host: url.host };
}
