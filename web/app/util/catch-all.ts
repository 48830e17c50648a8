import { paths } from "./page-paths";

/**
 * Returns the target of a path without a page, which is likely a URL typed after this site's address. A web address
 * starts a board; an address that only a browser or a mail program understands leads to the start page; null otherwise.
 * `address` is the path with its query, as it stands in the address bar.
 */
export function catchAllTarget(address: string): string | null {
  const text = decode(address.replace(/^\//, ""));
  if (/^(?:https?|www)/i.test(text)) return paths.newBoard(text);
  if (/^(?:chrome|file|edge|brave|about|data|ftp|mailto):/i.test(text)) return paths.start();
  return null;
}

/** Keeps malformed percent-encoding of foreign URLs as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
