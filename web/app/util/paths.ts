import { withQuery } from "./with-query";

export type ChartExport = "svg" | "png" | "pdf" | "csv" | "json";

export interface ChartExportOptions {
  theme?: "light" | "dark";
  /** A new version gets a new address, so that no old picture is shown. */
  version?: number;
  /** Pixels of a PNG per point. */
  scale?: number;
  /** The browser saves it as a file. */
  download?: true;
}

/** Addresses below `/api`, as the server's OpenAPI document names them. */
export const apiPaths = {
  config: () => "/api/config",
  plans: () => "/api/plans",
  planCancel: () => "/api/user/plan/cancel",
  planResume: () => "/api/user/plan/resume",
  userEvents: () => "/api/user/events",
  sources: (page: Page = {}) => withQuery("/api/sources", page),
  sourceRefresh: (sourceId: string) => `/api/sources/${encodeURIComponent(sourceId)}/refresh`,
  sourceContent: (sourceId: string) => `/api/sources/${encodeURIComponent(sourceId)}/content`,
  chat: (chatId: string, page: { before?: string } = {}) => withQuery(`/api/chats/${encodeURIComponent(chatId)}`, page),
  chatMessages: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/messages`,
  /** `turnId` ends the branch that is exported. */
  chatExport: (chatId: string, format: "md" | "json", branch: { turnId?: string } = {}) =>
    withQuery(`/api/chats/${encodeURIComponent(chatId)}.${format}`, branch),
  charts: (page: Page = {}) => withQuery("/api/charts", page),
  chart: (chartId: string, of: { version?: number | undefined } = {}) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}`, of),
  chartPreview: () => "/api/charts/preview",
  chartSentence: () => "/api/charts/sentence",
  chartExport: (chartId: string, format: ChartExport, options: ChartExportOptions = {}) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}.${format}`, options),
  /** A small picture without title, for a card that names the chart. It has the server's fonts: an image may not load any. */
  chartThumbnail: (chartId: string, { theme, version }: Pick<ChartExportOptions, "theme" | "version">) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}.png`, {
      theme,
      width: 352,
      height: 204,
      scale: 2,
      thumbnail: true,
      version,
    }),
  portolanMarkdown: (portolanId: string) => `/api/portolans/${encodeURIComponent(portolanId)}.md`,
  discoverCharts: (page: Page = {}) => withQuery("/api/discover/charts", page),
  /** All of the user's data, as a zip. */
  userExport: () => "/api/user/export",
  /** The board as a JSON Canvas 1.0 file. */
  boardCanvas: (boardId: string) => `/api/boards/${encodeURIComponent(boardId)}.canvas`,
  boardPicture: (boardId: string, theme: "light" | "dark") =>
    `/api/boards/${encodeURIComponent(boardId)}.svg?theme=${theme}`,
  adminChatsEvents: () => "/api/admin/chats/events",
  adminChat: (chatId: string, look: { reason: string; before?: string | undefined }) =>
    withQuery(`/api/admin/chats/${encodeURIComponent(chatId)}`, look),
  adminChatEvents: (chatId: string, look: { reason: string; after: string }) =>
    withQuery(`/api/admin/chats/${encodeURIComponent(chatId)}/events`, look),
} as const;

/** Which part of a list: `cursor` is the `nextCursor` of the part before. */
export interface Page {
  limit?: number;
  cursor?: string;
  q?: string;
}
