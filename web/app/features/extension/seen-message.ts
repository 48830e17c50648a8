import type { CapturedPage } from "../../api/sources";

/** What the person wants of a page: to look first, a board at once, or an answer about what is marked. */
export type Wish = "look" | "board" | "chart";

export interface SeenMessage {
  /** Grows with each wish, so that none is granted twice. */
  number: number;
  wish: Wish;
  /** Null where the browser lets no one look at the page. */
  page: CapturedPage | null;
}

/** The message of the extension's panel; null for what anybody else says, or what is none. */
export function readSeenMessage({ origin, data }: { origin: string; data: unknown }): SeenMessage | null {
  // Only the panel of an extension can lie around this page; a site cannot.
  if (!/^(?:chrome|moz|safari-web)-extension:\/\//.test(origin) || !isRecord(data) || data.portolan !== "page")
    return null;
  const { number, wish, page } = data;
  if (typeof number !== "number" || (wish !== "look" && wish !== "board" && wish !== "chart")) return null;
  return { number, wish, page: readPage(page) };
}

function readPage(value: unknown): CapturedPage | null {
  if (!isRecord(value)) return null;
  const { html, url, title, tables, captions, selection } = value;
  if (typeof html !== "string" || typeof url !== "string" || !/^https?:/i.test(url)) return null;
  const text = (word: unknown) => (typeof word === "string" && word !== "" ? word : undefined);
  return {
    html,
    url,
    title: text(title),
    captions: text(captions),
    selection: text(selection),
    tables: Array.isArray(tables) ? tables.filter(isTable) : undefined,
  };
}

function isTable(value: unknown): value is NonNullable<CapturedPage["tables"]>[number] {
  return isRecord(value) && Array.isArray(value.rows) && value.rows.every((row) => Array.isArray(row));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
