import type { NodeContent } from "../../../blocks/board-content";

/** Classifies a URL without fetching it: an item of this site or an image; null for others. */
export function contentOfAddress(address: string, site: string): NodeContent | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (url.origin !== site) return isPicture(url) ? { type: "picture", data: { url: url.href } } : null;
  const [, kind, id = ""] = /^\/(charts|chats|portolans)\/([0-9a-f-]{36})$/i.exec(url.pathname) ?? [];
  switch (kind) {
    case "charts":
      return { type: "chart", data: { chartId: id } };
    case "chats":
      return { type: "chat", data: { chatId: id } };
    case "portolans":
      return { type: "portolan", data: { portolanId: id } };
    default:
      return isPicture(url) ? { type: "picture", data: { url: url.pathname + url.search } } : null;
  }
}

function isPicture({ pathname }: URL): boolean {
  return /\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(pathname);
}

/** One's own thing under its title. */
export function contentOfItem(kind: "chart" | "chat" | "portolan", id: string, title: string): NodeContent {
  const named = title !== "" && { title };
  switch (kind) {
    case "chart":
      return { type: "chart", data: { chartId: id, ...named } };
    case "chat":
      return { type: "chat", data: { chatId: id, ...named } };
    case "portolan":
      return { type: "portolan", data: { portolanId: id, ...named } };
  }
}
