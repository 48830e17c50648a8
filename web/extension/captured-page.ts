/** The content of a tab's page; the site creates sources from it without fetching anything. */
export interface CapturedPage {
  html: string;
  url: string;
  title?: string;
  tables?: { title?: string; rows: string[][] }[];
  /** The first track of captions, as VTT. */
  captions?: string;
  /** Text selected on the page. */
  selection?: string;
}

/** The requested action: preview the page, create a board, or answer a question about the selection. */
export type PageAction = "look" | "board" | "chart";

/** Message from the panel to the embedded page. `number` grows with each request so that none is handled twice. */
export interface PanelMessage {
  portolan: "page";
  number: number;
  action: PageAction;
  page: CapturedPage | null;
}

/** Request from the embedded page to the panel, sent once it listens. */
export interface ReadyMessage {
  portolan: "ready";
}

/** Storage key of the page that the service worker hands to the panel. */
export const capturedKey = "seen";
