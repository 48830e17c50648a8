/** Resolves a link in untrusted text; null unless it is a web or mail address. */
export interface SafeLink {
  href: string;
  /** Shown with the link, so that no one is led astray. */
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
