import { paths } from "./page-paths";

/**
 * Where an address without a page of its own leads: somebody typed this site's address before another one. A web address
 * starts a board; an address that only a browser or a mail program understands leads to the start page; null otherwise.
 * `address` is the path with its query, as it stands in the address bar.
 */
export function catchAllTarget(address: string): string | null {
  const text = decode(address.replace(/^\//, ""));
  if (/^(?:https?|www)/i.test(text)) return paths.newBoard(text);
  if (/^(?:chrome|file|edge|brave|about|data|ftp|mailto):/i.test(text)) return paths.start();
  return null;
}

/** Somebody else's address may hold a percent sign that means itself: it is then taken as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
