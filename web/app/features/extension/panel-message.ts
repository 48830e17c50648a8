import type { CapturedPage } from "../../api/sources";

/** The requested action for a page: open the panel, create a board, or chart the selection. */
export type PageAction = "look" | "board" | "chart";

export interface PanelMessage {
  /** Grows with each action, so that none runs twice. */
  number: number;
  action: PageAction;
  /** Null if the browser doesn't allow capturing the page. */
  page: CapturedPage | null;
}

/** Parses a message from the extension's panel; null for other senders and invalid messages. */
export function readPanelMessage({ origin, data }: { origin: string; data: unknown }): PanelMessage | null {
  // Only the panel of an extension can lie around this page; a site cannot.
  if (!/^(?:chrome|moz|safari-web)-extension:\/\//.test(origin) || !isRecord(data) || data.portolan !== "page")
    return null;
  const { number, action, page } = data;
  if (typeof number !== "number" || (action !== "look" && action !== "board" && action !== "chart")) return null;
  return { number, action, page: readPage(page) };
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
