import { withQuery } from "./with-query";

/** Settings sections, in their order. */
export const settingsSections = ["profile", "usage", "security", "apps", "webhooks", "data"] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** Every address of the client, built in one place. Ids and words are encoded here. */
export const paths = {
  home: () => "/",
  about: () => "/about",
  contact: () => "/contact",
  pricing: () => "/pricing",
  terms: () => "/legal/terms",
  privacy: () => "/legal/privacy",
  login: (mode?: "sign-up") => withQuery("/login", { mode }),
  logout: () => "/logout",
  /** Opens the product without an account; with a sample, the answer to its first question. */
  try: (sample?: string) => withQuery("/try", { sample }),
  /** Redirect target of email links and OAuth providers. */
  confirm: () => "/confirm",
  completeProfile: () => "/complete-profile",
  professionalInfo: () => "/professional-info",
  logo: () => "/logo",
  discover: () => "/discover",
  discoverCharts: () => "/discover-charts",
  checkoutSuccess: () => "/checkout/success",
  saved: () => "/saved",
  start: (question?: string) => withQuery("/start", { q: question }),
  newBoard: (question?: string) => withQuery("/boards/new", { q: question }),
  /** `turnId` is scrolled to, on its branch. */
  chat: (chatId: string, turnId?: string) =>
    `/chats/${encodeURIComponent(chatId)}${turnId === undefined ? "" : `#${turnId}`}`,
  charts: () => "/charts",
  chart: (chartId: string) => `/charts/${encodeURIComponent(chartId)}`,
  chartEdit: (chartId: string) => `/charts/${encodeURIComponent(chartId)}/edit`,
  chartEditor: (sourceId?: string) => withQuery("/chart-editor", { source: sourceId }),
  chartEmbed: (chartId: string) => `/embed/charts/${encodeURIComponent(chartId)}`,
  settings: (section?: SettingsSection) => (section === undefined ? "/settings" : `/settings/${section}`),
  /** Component workbench; the specification names the addresses. */
  workbench: () => "/test/test",
  workbenchMindmaps: () => "/test-markmap",
  workbenchFlows: () => "/test-vue-flow",
  workbenchMarkdown: () => "/test/test-mdc",
  workbenchChat: () => "/test/test-mdc-chat",
  boards: () => "/boards",
  board: (boardId: string) => `/boards/${encodeURIComponent(boardId)}`,
  /** Side panel of the browser extension. */
  extension: () => "/extension",
  extensionInstalled: () => "/extension-installed",
  portolans: () => "/portolans",
  newPortolan: () => "/portolans/new",
  portolan: (portolanId: string) => `/portolans/${encodeURIComponent(portolanId)}`,
  person: (username: string) => `/u/${encodeURIComponent(username)}`,
  /** A read-only snapshot of a chat. */
  shared: (token: string) => `/shared/${encodeURIComponent(token)}`,
  admin: () => "/admin",
  adminLatestChats: () => "/admin/latest-chats",
  adminChatViewer: (chatId?: string) => withQuery("/admin/chat-viewer", { chat: chatId }),
  adminApiKeys: () => "/admin/api-keys",
  adminUserUsage: () => "/admin/user-usage",
  adminUserFeedback: () => "/admin/user-feedback",
  adminMail: () => "/admin/mail",
  adminCharts: () => "/admin/charts",
  adminPortolans: () => "/admin/portolans",
  adminDiscover: () => "/admin/discover",
  adminContributors: () => "/admin/contributors",
  adminDomainStats: () => "/admin/domain-stats",
  adminAuditLog: () => "/admin/audit-log",
  adminReplays: () => "/admin/replays",
  adminModels: () => "/admin/models",
} as const;
