/** A page as it stands in the tab; the site makes sources of it without fetching anything. */
export interface SeenPage {
  html: string;
  url: string;
  title?: string;
  tables?: { title?: string; rows: string[][] }[];
  /** The first track of captions, as VTT. */
  captions?: string;
  /** What is marked on the page. */
  selection?: string;
}

/** What the person wants of it: to look first, a board at once, or an answer about what is marked. */
export type Wish = "look" | "board" | "chart";

/** What the panel tells the site's page in it. `number` grows with each wish, so that none is granted twice. */
export interface PanelMessage {
  portolan: "page";
  number: number;
  wish: Wish;
  page: SeenPage | null;
}

/** What the site's page asks the panel for, once it listens. */
export interface ReadyMessage {
  portolan: "ready";
}

/** Where the service worker leaves a page for the panel. */
export const seenKey = "seen";
