import { withQuery } from "./with-query";

export type ChartExport = "svg" | "png" | "pdf" | "csv" | "json";

export interface ChartExportOptions {
  theme?: "light" | "dark";
  /** A new version gets a new address, so that no old picture is shown. */
  version?: number;
  /** How many pixels of a PNG stand for one point. */
  scale?: number;
  /** The browser saves it as a file. */
  download?: true;
}

/** Addresses below `/api`, as the server's OpenAPI document names them. */
export const apiPaths = {
  config: () => "/api/config",
  plans: () => "/api/plans",
  subscription: () => "/api/billing/subscription",
  checkout: () => "/api/billing/checkout",
  billingPortal: () => "/api/billing/portal",
  profile: () => "/api/user/profile",
  plan: () => "/api/user/plan",
  planCancel: () => "/api/user/plan/cancel",
  planResume: () => "/api/user/plan/resume",
  usage: (page: Page = {}) => withQuery("/api/user/usage", page),
  userEvents: () => "/api/user/events",
  search: (page: Page = {}) => withQuery("/api/search", page),
  feedback: () => "/api/feedback",
  samples: () => "/api/samples",
  sources: (page: Page = {}) => withQuery("/api/sources", page),
  source: (sourceId: string) => `/api/sources/${encodeURIComponent(sourceId)}`,
  sourceRefresh: (sourceId: string) => `/api/sources/${encodeURIComponent(sourceId)}/refresh`,
  sourceContent: (sourceId: string) => `/api/sources/${encodeURIComponent(sourceId)}/content`,
  sourceRows: (sourceId: string, rows: { offset: number; limit: number }) =>
    withQuery(`/api/sources/${encodeURIComponent(sourceId)}/rows`, rows),
  chats: (page: Page = {}) => withQuery("/api/chats", page),
  chat: (chatId: string, page: { before?: string } = {}) => withQuery(`/api/chats/${encodeURIComponent(chatId)}`, page),
  chatMessages: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/messages`,
  chatEvents: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/events`,
  chatCancel: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/cancel`,
  turnRetry: (chatId: string, turnId: string) =>
    `/api/chats/${encodeURIComponent(chatId)}/turns/${encodeURIComponent(turnId)}/retry`,
  turnRating: (turnId: string) => `/api/turns/${encodeURIComponent(turnId)}/rating`,
  /** `turnId` ends the branch that is exported. */
  chatExport: (chatId: string, format: "md" | "json", branch: { turnId?: string } = {}) =>
    withQuery(`/api/chats/${encodeURIComponent(chatId)}.${format}`, branch),
  chatShare: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/share`,
  chatViews: (chatId: string) => `/api/chats/${encodeURIComponent(chatId)}/views`,
  shared: (token: string) => `/api/shared/${encodeURIComponent(token)}`,
  charts: (page: Page = {}) => withQuery("/api/charts", page),
  chart: (chartId: string, of: { version?: number | undefined } = {}) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}`, of),
  chartPreview: () => "/api/charts/preview",
  chartSentence: () => "/api/charts/sentence",
  chartVersions: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/versions`,
  chartChanges: (chartId: string, between: { from: number; to: number }) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}/changes`, between),
  chartRestore: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/restore`,
  chartRefresh: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/refresh`,
  chartSchedule: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/schedule`,
  chartDuplicate: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/duplicate`,
  saved: (page: Page = {}) => withQuery("/api/saved", page),
  savedThing: (kind: string, id: string) => `/api/saved/${kind}/${encodeURIComponent(id)}`,
  chartVisibility: (chartId: string) => `/api/charts/${encodeURIComponent(chartId)}/visibility`,
  chartExport: (chartId: string, format: ChartExport, options: ChartExportOptions = {}) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}.${format}`, options),
  /** A small picture with the server's fonts: one in a page's image may not load any. */
  chartThumbnail: (chartId: string, { theme, version }: Pick<ChartExportOptions, "theme" | "version">) =>
    withQuery(`/api/charts/${encodeURIComponent(chartId)}.png`, { theme, width: 480, height: 300, scale: 2, version }),
  portolans: (page: Page = {}) => withQuery("/api/portolans", page),
  portolan: (portolanId: string) => `/api/portolans/${encodeURIComponent(portolanId)}`,
  portolanVisibility: (portolanId: string) => `/api/portolans/${encodeURIComponent(portolanId)}/visibility`,
  portolanMarkdown: (portolanId: string) => `/api/portolans/${encodeURIComponent(portolanId)}.md`,
  person: (username: string) => `/api/users/${encodeURIComponent(username)}`,
  discover: (page: Page = {}) => withQuery("/api/discover", page),
  discoverCharts: (page: Page = {}) => withQuery("/api/discover/charts", page),
  apiKeys: () => "/api/user/api-keys",
  apiKey: (keyId: string) => `/api/user/api-keys/${encodeURIComponent(keyId)}`,
  /** Everything of the person's, as a zip. */
  userExport: () => "/api/user/export",
  user: () => "/api/user",
  adminList: (list: string, query: object) => withQuery(`/api/admin/${list}`, query),
  adminApiKey: (keyId: string) => `/api/admin/api-keys/${encodeURIComponent(keyId)}`,
  adminOverview: (query: { days: number }) => withQuery("/api/admin/overview", query),
  adminDomainDays: (query: { days: number; domain?: string }) => withQuery("/api/admin/domain-stats/days", query),
  adminUserLedger: (userId: string, page: Page) =>
    withQuery(`/api/admin/users/${encodeURIComponent(userId)}/ledger`, page),
  adminUserCredits: (userId: string) => `/api/admin/users/${encodeURIComponent(userId)}/credits`,
  adminUserSuspend: (userId: string) => `/api/admin/users/${encodeURIComponent(userId)}/suspend`,
  adminUserRestore: (userId: string) => `/api/admin/users/${encodeURIComponent(userId)}/restore`,
  adminDiscover: () => "/api/admin/discover",
  adminDiscoverItem: (kind: string, id: string) => `/api/admin/discover/${kind}/${encodeURIComponent(id)}`,
  adminHidden: (kind: string, id: string) => `/api/admin/hidden/${kind}/${encodeURIComponent(id)}`,
  boards: (page: Page = {}) => withQuery("/api/boards", page),
  board: (boardId: string) => `/api/boards/${encodeURIComponent(boardId)}`,
  boardVisibility: (boardId: string) => `/api/boards/${encodeURIComponent(boardId)}/visibility`,
  /** The board as a JSON Canvas 1.0 file. */
  boardCanvas: (boardId: string) => `/api/boards/${encodeURIComponent(boardId)}.canvas`,
  boardPicture: (boardId: string, theme: "light" | "dark") =>
    `/api/boards/${encodeURIComponent(boardId)}.svg?theme=${theme}`,
  boardImport: () => "/api/boards/import",
  adminLatestChats: (page: Page = {}) => withQuery("/api/admin/chats/latest", page),
  adminChatsEvents: () => "/api/admin/chats/events",
  adminChat: (chatId: string, look: { reason: string; before?: string | undefined }) =>
    withQuery(`/api/admin/chats/${encodeURIComponent(chatId)}`, look),
  adminChatEvents: (chatId: string, look: { reason: string; after: string }) =>
    withQuery(`/api/admin/chats/${encodeURIComponent(chatId)}/events`, look),
  adminFeedback: (page: Page = {}) => withQuery("/api/admin/feedback", page),
  adminMail: (page: Page & { status: string }) => withQuery("/api/admin/mail", page),
  adminMailRetry: (messageId: string) => `/api/admin/mail/${encodeURIComponent(messageId)}/retry`,
  adminModels: () => "/api/admin/models",
  adminModelTest: () => "/api/admin/models/test",
  adminOfferedModels: (model: string) => withQuery("/api/admin/models/offered", { model }),
  adminFeedbackItem: (feedbackId: string) => `/api/admin/feedback/${encodeURIComponent(feedbackId)}`,
} as const;

/** Which part of a list: `cursor` is the `nextCursor` of the part before. */
export interface Page {
  limit?: number;
  cursor?: string;
  q?: string;
}
