/** The value of a cookie that scripts may read, or null. */
export function readCookie(name: string, cookies: string = document.cookie): string | null {
  const prefix = `${name}=`;
  const entry = cookies.split(/;\s*/).find((part) => part.startsWith(prefix));
  if (entry === undefined) return null;
  try {
    return decodeURIComponent(entry.slice(prefix.length));
  } catch {
    return null;
  }
}

/** Writes a cookie for the whole site; a `maxAgeSeconds` of 0 removes it. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
