import type { Locator } from "../../../stream/blocks";

/** The address of a source that opens it at a passage: a page, a second, or the quoted words themselves. */
export function passageUrl(url: string, { page, startMs, quote }: Locator): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.protocol !== "http:" && address.protocol !== "https:") return url;
  if (page !== undefined) address.hash = `page=${page}`;
  else if (startMs !== undefined) return atSecond(address, Math.floor(startMs / 1_000));
  else if (quote) return withTextFragment(address, quote);
  return address.href;
}

/** Video sites read `t` in the query; a file that the browser plays by itself reads it behind the hash. */
function atSecond(address: URL, seconds: number): string {
  if (/\.(?:mp4|webm|ogg|mp3|m4a|mov)$/i.test(address.pathname)) address.hash = `t=${seconds}`;
  else address.searchParams.set("t", String(seconds));
  return address.href;
}

const longestWhole = 120;

/** Long passages are named by how they begin and end. */
function withTextFragment(address: URL, quote: string): string {
  const words = quote.trim().replaceAll(/\s+/g, " ");
  const [, id = ""] = /^#([^:]*?)(?::~:.*)?$/.exec(address.hash) ?? [];
  address.hash = "";
  const encode = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
  const list = words.split(" ");
  const text =
    words.length <= longestWhole || list.length < 12
      ? encode(words)
      : `${encode(list.slice(0, 5).join(" "))},${encode(list.slice(-5).join(" "))}`;
  return `${address.href}#${id}:~:text=${text}`;
}
