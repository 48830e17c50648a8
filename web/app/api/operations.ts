// Written by `npm run docs` from the server's OpenAPI document. Do not edit.

import type {
  AcceptedTurn,
  ActionSort,
  ActivitySort,
  AdminActionKind,
  AdminItemPage,
  ApiKeyPage,
  ApplicationAnswer,
  ApplyBody,
  Ask,
  AskAnswer,
  BillingPage,
  Board,
  BoardSummaryPage,
  ChangeBySentence,
  ChangedChart,
  Chart,
  ChartChanges,
  ChartPreview,
  ChartSummaryPage,
  ChartVersionPage,
  ChatSummaryPage,
  ChatViewPage,
  Config,
  ConfiguredModel,
  ContributedItem,
  ContributorPage,
  CreateApiKey,
  CreateBoard,
  CreateChart,
  CreateChat,
  CreatedApiKey,
  CreatedBoard,
  CreatedChat,
  CreatedSources,
  CreatePortolan,
  CreateSource,
  CreateWebhook,
  CreditsBody,
  DatabaseTables,
  DecisionBody,
  DeleteAccount,
  DeliveryStatus,
  Direction,
  DomainDay,
  DomainSort,
  DomainStatsPage,
  EditColumns,
  FeaturedItem,
  FeatureSettings,
  FeedbackItemPage,
  FeedbackStatus,
  FormatInput,
  HideBody,
  ImportedWords,
  ItemSort,
  ItemStatus,
  KeySort,
  LatestChatPage,
  ListDatabaseTables,
  LoadedChat,
  MailMessagePage,
  ModelName,
  ModelReport,
  NewReplay,
  OEmbed,
  OfferedModel,
  OpenCheckout,
  OrderBody,
  OutboxPart,
  OutboxSort,
  Overview,
  OwnedApiKeyPage,
  PendingApplicationPage,
  PendingProposalPage,
  PictureTheme,
  PlanList,
  Portolan,
  PortolanSummaryPage,
  PreviewChart,
  Profile,
  ProfileChange,
  ProposalBody,
  PublicProfile,
  PublishedItemPage,
  RateTurn,
  ReasonBody,
  RecordedActionPage,
  RefreshedChart,
  ReplayComparison,
  ReplayDeliveries,
  ReplayedAnswers,
  ReplayedDeliveries,
  ReplayedTurnPage,
  ReplayRun,
  ReplayRunPage,
  ReplayStatus,
  ReplyBody,
  RestoreVersion,
  RetryTurn,
  SamplePage,
  SavedItemPage,
  SavedKind,
  SearchHitPage,
  SendFeedback,
  SendMessage,
  SetBoardVisibility,
  SetChartVisibility,
  SetPortolanVisibility,
  SetSchedule,
  Share,
  ShareChat,
  SharedChat,
  Source,
  SourcePage,
  SourceRows,
  SourceWords,
  SourceWordsInput,
  SubscriptionAnswer,
  TeachWord,
  ThemeName,
  Topic,
  TopicBody,
  UpdateBoard,
  UpdateChart,
  UpdateChat,
  UpdatedBoard,
  UpdateFeedback,
  UpdatePortolan,
  UpdateWebhook,
  UsageEntryPage,
  UsageEventPage,
  UserPlan,
  UserSort,
  UserUsagePage,
  ViewDay,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookWithSecret,
  WithdrawBody,
} from "../contract/types";
import { withQuery } from "../util/with-query";
import { request } from "./request";

/** Settings of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
}

const segment = encodeURIComponent;

/** Returns the public configuration of this installation. */
export const getConfig = (options: CallOptions = {}): Promise<Config> =>
  request("/api/config", { method: "GET", ...options });

/** Lists the plans with their prices, credits and limits. */
export const listPlans = (options: CallOptions = {}): Promise<PlanList> =>
  request("/api/plans", { method: "GET", ...options });

/** Returns the caller's profile. */
export const getProfile = (options: CallOptions = {}): Promise<Profile> =>
  request("/api/user/profile", { method: "GET", ...options });

/** Changes the caller's profile. */
export const updateProfile = (body: ProfileChange, options: CallOptions = {}): Promise<Profile> =>
  request("/api/user/profile", { method: "PATCH", body, ...options });

/** Downloads all data of the caller. */
export const exportAccountPath = (): string => "/api/user/export";

/** Deletes the caller's account and everything in it. */
export const deleteAccount = (body: DeleteAccount, options: CallOptions = {}): Promise<void> =>
  request("/api/user", { method: "DELETE", body, ...options });

/** Returns the caller's plan and credits. */
export const getPlan = (options: CallOptions = {}): Promise<UserPlan> =>
  request("/api/user/plan", { method: "GET", ...options });

/** Cancels the plan at the end of its period. */
export const cancelPlan = (options: CallOptions = {}): Promise<UserPlan> =>
  request("/api/user/plan/cancel", { method: "POST", ...options });

/** Withdraws a cancellation. */
export const resumePlan = (options: CallOptions = {}): Promise<UserPlan> =>
  request("/api/user/plan/resume", { method: "POST", ...options });

/** Lists ledger entries, newest first. */
export const listUsage = (
  parameters: { limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<UsageEntryPage> => request(withQuery("/api/user/usage", parameters), { method: "GET", ...options });

/** Lists the caller's API keys. */
export const listApiKeys = (options: CallOptions = {}): Promise<ApiKeyPage> =>
  request("/api/user/api-keys", { method: "GET", ...options });

/** Creates an API key; its secret is shown once. */
export const createApiKey = (body: CreateApiKey, options: CallOptions = {}): Promise<CreatedApiKey> =>
  request("/api/user/api-keys", { method: "POST", body, ...options });

/** Revokes an API key. */
export const deleteApiKey = (parameters: { keyId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/user/api-keys/${segment(parameters.keyId)}`, { method: "DELETE", ...options });

/** Lists the caller's webhooks. */
export const listWebhooks = (options: CallOptions = {}): Promise<WebhookPage> =>
  request("/api/user/webhooks", { method: "GET", ...options });

/** Creates a webhook; its secret is shown once. */
export const createWebhook = (body: CreateWebhook, options: CallOptions = {}): Promise<WebhookWithSecret> =>
  request("/api/user/webhooks", { method: "POST", body, ...options });

/** Changes, disables or enables a webhook. */
export const updateWebhook = (
  parameters: { webhookId: string },
  body: UpdateWebhook,
  options: CallOptions = {},
): Promise<Webhook> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}`, { method: "PATCH", body, ...options });

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = (parameters: { webhookId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}`, { method: "DELETE", ...options });

/** Replaces a webhook's secret; the old one signs for a day too. */
export const rotateWebhookSecret = (
  parameters: { webhookId: string },
  options: CallOptions = {},
): Promise<WebhookWithSecret> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}/secret`, { method: "POST", ...options });

/** Sends a test event to a webhook. */
export const sendWebhookTest = (
  parameters: { webhookId: string },
  options: CallOptions = {},
): Promise<WebhookDelivery> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}/test`, { method: "POST", ...options });

/** Sends all events again that a webhook has not accepted. */
export const replayWebhookDeliveries = (
  parameters: { webhookId: string },
  body: ReplayDeliveries,
  options: CallOptions = {},
): Promise<ReplayedDeliveries> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}/replay`, { method: "POST", body, ...options });

/** Lists a webhook's deliveries, newest first. */
export const listWebhookDeliveries = (
  parameters: {
    webhookId: string;
    status?: DeliveryStatus | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
  options: CallOptions = {},
): Promise<WebhookDeliveryPage> =>
  request(
    withQuery(`/api/user/webhooks/${segment(parameters.webhookId)}/deliveries`, {
      status: parameters.status,
      limit: parameters.limit,
      cursor: parameters.cursor,
    }),
    { method: "GET", ...options },
  );

/** Sends an event to a webhook again. */
export const resendWebhookDelivery = (
  parameters: { webhookId: string; deliveryId: string },
  options: CallOptions = {},
): Promise<WebhookDelivery> =>
  request(`/api/user/webhooks/${segment(parameters.webhookId)}/deliveries/${segment(parameters.deliveryId)}/send`, {
    method: "POST",
    ...options,
  });

/** Streams changes of the plan and notifications. */
export const userEventsPath = (): string => "/api/user/events";

/** Sends feedback; signed-out callers must include an email address. */
export const sendFeedback = (body: SendFeedback, options: CallOptions = {}): Promise<void> =>
  request("/api/feedback", { method: "POST", body, ...options });

/** Opens the payment provider's page for subscribing to a plan. */
export const openCheckout = (body: OpenCheckout, options: CallOptions = {}): Promise<BillingPage> =>
  request("/api/billing/checkout", { method: "POST", body, ...options });

/** Opens the payment provider's page for managing a plan. */
export const openPortal = (options: CallOptions = {}): Promise<BillingPage> =>
  request("/api/billing/portal", { method: "POST", ...options });

/** Returns the caller's subscription at the payment provider. */
export const getSubscription = (options: CallOptions = {}): Promise<SubscriptionAnswer> =>
  request("/api/billing/subscription", { method: "GET", ...options });

/** Receives an event of the payment provider. */
export const receiveEvent = (options: CallOptions = {}): Promise<void> =>
  request("/api/billing/webhook", { method: "POST", ...options });

/** Creates an empty chat. */
export const createChat = (body: CreateChat, options: CallOptions = {}): Promise<CreatedChat> =>
  request("/api/chats", { method: "POST", body, ...options });

/** Lists or searches the caller's chats, last changed first. */
export const listChats = (
  parameters: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<ChatSummaryPage> => request(withQuery("/api/chats", parameters), { method: "GET", ...options });

/** Downloads a branch as Markdown, or all of a chat as JSON. */
export const exportChatPath = (parameters: {
  chatId: string;
  format: "md" | "json";
  turnId?: string | undefined;
}): string =>
  withQuery(`/api/chats/${segment(parameters.chatId)}.${segment(parameters.format)}`, { turnId: parameters.turnId });

/** Returns a chat with up to 200 turns, oldest first. */
export const getChat = (
  parameters: { chatId: string; before?: string | undefined },
  options: CallOptions = {},
): Promise<LoadedChat> =>
  request(withQuery(`/api/chats/${segment(parameters.chatId)}`, { before: parameters.before }), {
    method: "GET",
    ...options,
  });

/** Changes the title or the model of a chat. */
export const updateChat = (
  parameters: { chatId: string },
  body: UpdateChat,
  options: CallOptions = {},
): Promise<void> => request(`/api/chats/${segment(parameters.chatId)}`, { method: "PATCH", body, ...options });

/** Deletes a chat. */
export const deleteChat = (parameters: { chatId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/chats/${segment(parameters.chatId)}`, { method: "DELETE", ...options });

/** Sends a message and starts its turn. */
export const sendMessage = (
  parameters: { chatId: string },
  body: SendMessage,
  options: CallOptions = {},
): Promise<AcceptedTurn> =>
  request(`/api/chats/${segment(parameters.chatId)}/messages`, { method: "POST", body, ...options });

/** Streams the events of a chat: stored ones, then live ones. */
export const chatEventsPath = (parameters: { chatId: string; after?: string | undefined }): string =>
  withQuery(`/api/chats/${segment(parameters.chatId)}/events`, { after: parameters.after });

/** Lists the administrators who viewed a chat. */
export const listChatViews = (
  parameters: { chatId: string; limit?: number | undefined; cursor?: string | undefined },
  options: CallOptions = {},
): Promise<ChatViewPage> =>
  request(
    withQuery(`/api/chats/${segment(parameters.chatId)}/views`, { limit: parameters.limit, cursor: parameters.cursor }),
    { method: "GET", ...options },
  );

/** Stops the running turn and keeps the partial answer. */
export const cancelTurn = (parameters: { chatId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/chats/${segment(parameters.chatId)}/cancel`, { method: "POST", ...options });

/** Answers the same message again in a sibling turn. */
export const retryTurn = (
  parameters: { chatId: string; turnId: string },
  body?: RetryTurn | undefined,
  options: CallOptions = {},
): Promise<AcceptedTurn> =>
  request(`/api/chats/${segment(parameters.chatId)}/turns/${segment(parameters.turnId)}/retry`, {
    method: "POST",
    body,
    ...options,
  });

/** Creates or renews the public link to a branch. */
export const shareChat = (
  parameters: { chatId: string },
  body?: ShareChat | undefined,
  options: CallOptions = {},
): Promise<Share> => request(`/api/chats/${segment(parameters.chatId)}/share`, { method: "POST", body, ...options });

/** Returns the public link of a chat. */
export const getShare = (parameters: { chatId: string }, options: CallOptions = {}): Promise<Share> =>
  request(`/api/chats/${segment(parameters.chatId)}/share`, { method: "GET", ...options });

/** Revokes the public link of a chat. */
export const unshareChat = (parameters: { chatId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/chats/${segment(parameters.chatId)}/share`, { method: "DELETE", ...options });

/** Returns a shared branch of a chat. */
export const getShared = (parameters: { token: string }, options: CallOptions = {}): Promise<SharedChat> =>
  request(`/api/shared/${segment(parameters.token)}`, { method: "GET", ...options });

/** Creates sources, asks a question and returns the answer. */
export const ask = (body: Ask, options: CallOptions = {}): Promise<AskAnswer> =>
  request("/api/ask", { method: "POST", body, ...options });

/** Asks the last message of a thread; streams an AG-UI run. */
export const runAgentPath = (): string => "/api/ag-ui";

/** Downloads a chart of an answer as a file. */
export const chartFilePath = (parameters: {
  turnId: string;
  blockId: string;
  format: "svg" | "png" | "pdf" | "csv" | "json" | "vl.json" | "vg.json" | "py" | "R";
}): string =>
  `/api/turns/${segment(parameters.turnId)}/charts/${segment(parameters.blockId)}.${segment(parameters.format)}`;

/** Rates an answer. */
export const rateTurn = (parameters: { turnId: string }, body: RateTurn, options: CallOptions = {}): Promise<void> =>
  request(`/api/turns/${segment(parameters.turnId)}/rating`, { method: "PUT", body, ...options });

/** Lists the caller's charts, last changed first. */
export const listCharts = (
  parameters: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<ChartSummaryPage> => request(withQuery("/api/charts", parameters), { method: "GET", ...options });

/** Creates a chart. */
export const createChart = (body: CreateChart, options: CallOptions = {}): Promise<Chart> =>
  request("/api/charts", { method: "POST", body, ...options });

/** Runs and checks a chart without storing it. */
export const previewChart = (body: PreviewChart, options: CallOptions = {}): Promise<ChartPreview> =>
  request("/api/charts/preview", { method: "POST", body, ...options });

/** Changes a chart by a sentence, without storing it. */
export const changeBySentence = (body: ChangeBySentence, options: CallOptions = {}): Promise<ChangedChart> =>
  request("/api/charts/sentence", { method: "POST", body, ...options });

/** Downloads a chart as a file. */
export const exportChartPath = (parameters: {
  chartId: string;
  format: "svg" | "png" | "pdf" | "csv" | "json" | "vl.json" | "vg.json" | "py" | "R";
  theme?: ThemeName | undefined;
  version?: number | undefined;
  scale?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  card?: string | undefined;
  thumbnail?: string | undefined;
  download?: string | undefined;
}): string =>
  withQuery(`/api/charts/${segment(parameters.chartId)}.${segment(parameters.format)}`, {
    theme: parameters.theme,
    version: parameters.version,
    scale: parameters.scale,
    width: parameters.width,
    height: parameters.height,
    card: parameters.card,
    thumbnail: parameters.thumbnail,
    download: parameters.download,
  });

/** Returns a chart. */
export const getChart = (
  parameters: { chartId: string; version?: number | undefined },
  options: CallOptions = {},
): Promise<Chart> =>
  request(withQuery(`/api/charts/${segment(parameters.chartId)}`, { version: parameters.version }), {
    method: "GET",
    ...options,
  });

/** Changes a chart; each change is a new version. */
export const updateChart = (
  parameters: { chartId: string },
  body: UpdateChart,
  options: CallOptions = {},
): Promise<Chart> => request(`/api/charts/${segment(parameters.chartId)}`, { method: "PATCH", body, ...options });

/** Deletes a chart with all its versions. */
export const deleteChart = (parameters: { chartId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/charts/${segment(parameters.chartId)}`, { method: "DELETE", ...options });

/** Lists the versions of a chart, newest first. */
export const listChartVersions = (
  parameters: { chartId: string },
  options: CallOptions = {},
): Promise<ChartVersionPage> =>
  request(`/api/charts/${segment(parameters.chartId)}/versions`, { method: "GET", ...options });

/** Restores an older version as a new one. */
export const restoreChartVersion = (
  parameters: { chartId: string },
  body: RestoreVersion,
  options: CallOptions = {},
): Promise<Chart> =>
  request(`/api/charts/${segment(parameters.chartId)}/restore`, { method: "POST", body, ...options });

/** Compares two versions of a chart. */
export const compareChartVersions = (
  parameters: { chartId: string; from: number; to?: number | undefined },
  options: CallOptions = {},
): Promise<ChartChanges> =>
  request(
    withQuery(`/api/charts/${segment(parameters.chartId)}/changes`, { from: parameters.from, to: parameters.to }),
    { method: "GET", ...options },
  );

/** Runs a chart's query again over the current data. */
export const refreshChart = (parameters: { chartId: string }, options: CallOptions = {}): Promise<RefreshedChart> =>
  request(`/api/charts/${segment(parameters.chartId)}/refresh`, { method: "POST", ...options });

/** Schedules refreshes of a chart. */
export const setChartSchedule = (
  parameters: { chartId: string },
  body: SetSchedule,
  options: CallOptions = {},
): Promise<void> => request(`/api/charts/${segment(parameters.chartId)}/schedule`, { method: "PUT", body, ...options });

/** Duplicates a chart for the caller. */
export const duplicateChart = (parameters: { chartId: string }, options: CallOptions = {}): Promise<Chart> =>
  request(`/api/charts/${segment(parameters.chartId)}/duplicate`, { method: "POST", ...options });

/** Sets who can see a chart, and which version. */
export const setChartVisibility = (
  parameters: { chartId: string },
  body: SetChartVisibility,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/charts/${segment(parameters.chartId)}/visibility`, { method: "PUT", body, ...options });

/** Describes how to embed a chart (oEmbed 1.0). */
export const getOembed = (
  parameters: {
    url: string;
    maxwidth?: number | undefined;
    maxheight?: number | undefined;
    format?: string | undefined;
  },
  options: CallOptions = {},
): Promise<OEmbed> => request(withQuery("/api/oembed", parameters), { method: "GET", ...options });

/** Creates a board, empty or from a question or a page. */
export const createBoard = (body: CreateBoard, options: CallOptions = {}): Promise<CreatedBoard> =>
  request("/api/boards", { method: "POST", body, ...options });

/** Lists the caller's boards, last changed first. */
export const listBoards = (
  parameters: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<BoardSummaryPage> => request(withQuery("/api/boards", parameters), { method: "GET", ...options });

/** Creates a board from a JSON Canvas 1.0 file. */
export const importBoard = (body: unknown, options: CallOptions = {}): Promise<CreatedBoard> =>
  request("/api/boards/import", { method: "POST", body, ...options });

/** Downloads a board as a JSON Canvas 1.0 file. */
export const exportBoardPath = (parameters: { boardId: string }): string =>
  `/api/boards/${segment(parameters.boardId)}.canvas`;

/** Returns a small drawing of a board. */
export const boardPicturePath = (parameters: { boardId: string; theme?: PictureTheme | undefined }): string =>
  withQuery(`/api/boards/${segment(parameters.boardId)}.svg`, { theme: parameters.theme });

/** Returns a board with its nodes and edges. */
export const getBoard = (parameters: { boardId: string }, options: CallOptions = {}): Promise<Board> =>
  request(`/api/boards/${segment(parameters.boardId)}`, { method: "GET", ...options });

/** Changes elements of a board; the last writer of each wins. */
export const updateBoard = (
  parameters: { boardId: string },
  body: UpdateBoard,
  options: CallOptions = {},
): Promise<UpdatedBoard> =>
  request(`/api/boards/${segment(parameters.boardId)}`, { method: "PATCH", body, ...options });

/** Deletes a board. */
export const deleteBoard = (parameters: { boardId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/boards/${segment(parameters.boardId)}`, { method: "DELETE", ...options });

/** Sets who can see a board. */
export const setBoardVisibility = (
  parameters: { boardId: string },
  body: SetBoardVisibility,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/boards/${segment(parameters.boardId)}/visibility`, { method: "PUT", body, ...options });

/** Creates a portolan. */
export const createPortolan = (body: CreatePortolan, options: CallOptions = {}): Promise<Portolan> =>
  request("/api/portolans", { method: "POST", body, ...options });

/** Lists the caller's portolans, last changed first. */
export const listPortolans = (
  parameters: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<PortolanSummaryPage> => request(withQuery("/api/portolans", parameters), { method: "GET", ...options });

/** Downloads a portolan as Markdown. */
export const exportPortolanPath = (parameters: { portolanId: string }): string =>
  `/api/portolans/${segment(parameters.portolanId)}.md`;

/** Returns a portolan. */
export const getPortolan = (parameters: { portolanId: string }, options: CallOptions = {}): Promise<Portolan> =>
  request(`/api/portolans/${segment(parameters.portolanId)}`, { method: "GET", ...options });

/** Changes a portolan, based on a given revision. */
export const updatePortolan = (
  parameters: { portolanId: string },
  body: UpdatePortolan,
  options: CallOptions = {},
): Promise<Portolan> =>
  request(`/api/portolans/${segment(parameters.portolanId)}`, { method: "PATCH", body, ...options });

/** Deletes a portolan. */
export const deletePortolan = (parameters: { portolanId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/portolans/${segment(parameters.portolanId)}`, { method: "DELETE", ...options });

/** Sets who can see a portolan. */
export const setPortolanVisibility = (
  parameters: { portolanId: string },
  body: SetPortolanVisibility,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/portolans/${segment(parameters.portolanId)}/visibility`, { method: "PUT", body, ...options });

/** Creates sources from files, pasted text, a sample, a URL, tables of a database or Parquet files in S3-compatible storage. */
export const createSource = (body: CreateSource, options: CallOptions = {}): Promise<CreatedSources> =>
  request("/api/sources", { method: "POST", body, ...options });

/** Lists the caller's sources, newest first. */
export const listSources = (
  parameters: { limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<SourcePage> => request(withQuery("/api/sources", parameters), { method: "GET", ...options });

/** Returns a source with the profile of its columns. */
export const getSource = (parameters: { sourceId: string }, options: CallOptions = {}): Promise<Source> =>
  request(`/api/sources/${segment(parameters.sourceId)}`, { method: "GET", ...options });

/** Deletes a source. */
export const deleteSource = (parameters: { sourceId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/sources/${segment(parameters.sourceId)}`, { method: "DELETE", ...options });

/** Replaces the content of a source with a new file. */
export const replaceSourceContentPath = (parameters: { sourceId: string }): string =>
  `/api/sources/${segment(parameters.sourceId)}/content`;

/** Replaces the edits of a table's columns. */
export const editSourceColumns = (
  parameters: { sourceId: string },
  body: EditColumns,
  options: CallOptions = {},
): Promise<Source> =>
  request(`/api/sources/${segment(parameters.sourceId)}/columns`, { method: "PUT", body, ...options });

/** Reads the page of a source again. */
export const refreshSource = (parameters: { sourceId: string }, options: CallOptions = {}): Promise<Source> =>
  request(`/api/sources/${segment(parameters.sourceId)}/refresh`, { method: "POST", ...options });

/** Returns rows of a source. */
export const listSourceRows = (
  parameters: { sourceId: string; limit?: number | undefined; offset?: number | undefined },
  options: CallOptions = {},
): Promise<SourceRows> =>
  request(
    withQuery(`/api/sources/${segment(parameters.sourceId)}/rows`, {
      limit: parameters.limit,
      offset: parameters.offset,
    }),
    { method: "GET", ...options },
  );

/** Returns the word list of a table. */
export const getSourceWords = (parameters: { sourceId: string }, options: CallOptions = {}): Promise<SourceWords> =>
  request(`/api/sources/${segment(parameters.sourceId)}/words`, { method: "GET", ...options });

/** Replaces the words of a table. */
export const replaceSourceWords = (
  parameters: { sourceId: string },
  body: SourceWordsInput,
  options: CallOptions = {},
): Promise<SourceWords> =>
  request(`/api/sources/${segment(parameters.sourceId)}/words`, { method: "PUT", body, ...options });

/** Adds exported words to those of a table. */
export const importSourceWords = (
  parameters: { sourceId: string },
  body: SourceWordsInput,
  options: CallOptions = {},
): Promise<ImportedWords> =>
  request(`/api/sources/${segment(parameters.sourceId)}/words/import`, { method: "POST", body, ...options });

/** Teaches the meaning of a word in a table. */
export const teachSourceWord = (
  parameters: { sourceId: string },
  body: TeachWord,
  options: CallOptions = {},
): Promise<SourceWords> =>
  request(`/api/sources/${segment(parameters.sourceId)}/words/terms`, { method: "POST", body, ...options });

/** Tests the connection to a database and lists its tables. */
export const listDatabaseTables = (body: ListDatabaseTables, options: CallOptions = {}): Promise<DatabaseTables> =>
  request("/api/databases/tables", { method: "POST", body, ...options });

/** Lists the sample tables. */
export const listSamples = (options: CallOptions = {}): Promise<SamplePage> =>
  request("/api/samples", { method: "GET", ...options });

/** Lists the caller's bookmarks, newest first. */
export const listSaved = (
  parameters: { limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<SavedItemPage> => request(withQuery("/api/saved", parameters), { method: "GET", ...options });

/** Bookmarks an item. */
export const saveItem = (parameters: { kind: SavedKind; itemId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/saved/${segment(parameters.kind)}/${segment(parameters.itemId)}`, { method: "PUT", ...options });

/** Removes a bookmark. */
export const unsaveItem = (parameters: { kind: SavedKind; itemId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/saved/${segment(parameters.kind)}/${segment(parameters.itemId)}`, { method: "DELETE", ...options });

/** Returns a user's public profile and items. */
export const getPublicProfile = (
  parameters: { username: string; limit?: number | undefined; cursor?: string | undefined },
  options: CallOptions = {},
): Promise<PublicProfile> =>
  request(
    withQuery(`/api/users/${segment(parameters.username)}`, { limit: parameters.limit, cursor: parameters.cursor }),
    { method: "GET", ...options },
  );

/** Lists featured items, last featured first. */
export const listFeaturedItems = (
  parameters: {
    kind?: SavedKind | undefined;
    topic?: string | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  } = {},
  options: CallOptions = {},
): Promise<PublishedItemPage> => request(withQuery("/api/discover", parameters), { method: "GET", ...options });

/** Lists featured charts. */
export const listFeaturedCharts = (
  parameters: { limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<PublishedItemPage> => request(withQuery("/api/discover/charts", parameters), { method: "GET", ...options });

/** Lists the topics that items are published to or featured under. */
export const listTopics = (options: CallOptions = {}): Promise<Topic[]> =>
  request("/api/topics", { method: "GET", ...options });

/** Lists the public items of a topic, last published first. */
export const listTopicItems = (
  parameters: { topic: string; limit?: number | undefined; cursor?: string | undefined },
  options: CallOptions = {},
): Promise<PublishedItemPage> => request(withQuery("/api/topics/items", parameters), { method: "GET", ...options });

/** Searches the caller's items and public ones. */
export const search = (
  parameters: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<SearchHitPage> => request(withQuery("/api/search", parameters), { method: "GET", ...options });

/** Returns the caller's application to become a contributor. */
export const getApplication = (options: CallOptions = {}): Promise<ApplicationAnswer> =>
  request("/api/contributor/application", { method: "GET", ...options });

/** Applies to become a contributor. */
export const applyAsContributor = (body: ApplyBody, options: CallOptions = {}): Promise<void> =>
  request("/api/contributor/application", { method: "POST", body, ...options });

/** Lists the caller's public items with their statistics. */
export const listContributedItems = (options: CallOptions = {}): Promise<ContributedItem[]> =>
  request("/api/contributor/items", { method: "GET", ...options });

/** Returns how often others opened the caller's items, by day. */
export const listViewDays = (options: CallOptions = {}): Promise<ViewDay[]> =>
  request("/api/contributor/views", { method: "GET", ...options });

/** Publishes a public item of the caller to a topic. */
export const publishToTopic = (
  parameters: { kind: SavedKind; itemId: string },
  body: TopicBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/contributor/topics/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "PUT",
    body,
    ...options,
  });

/** Removes an item of the caller from its topic. */
export const removeFromTopic = (
  parameters: { kind: SavedKind; itemId: string },
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/contributor/topics/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "DELETE",
    ...options,
  });

/** Proposes a public item of the caller for the discover page. */
export const proposeItem = (
  parameters: { kind: SavedKind; itemId: string },
  body: ProposalBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/contributor/proposals/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "PUT",
    body,
    ...options,
  });

/** Lists the chats of all users, without what was written in them. */
export const latestChats = (
  parameters: {
    q?: string | undefined;
    sort?: ActivitySort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<LatestChatPage> => request(withQuery("/api/admin/chats/latest", parameters), { method: "GET", ...options });

/** Streams `chat.latest` for each chat that changes. */
export const latestEventsPath = (): string => "/api/admin/chats/events";

/** Returns a user's chat and records the view. */
export const viewChat = (
  parameters: { chatId: string; reason?: string | undefined; before?: string | undefined },
  options: CallOptions = {},
): Promise<LoadedChat> =>
  request(
    withQuery(`/api/admin/chats/${segment(parameters.chatId)}`, {
      reason: parameters.reason,
      before: parameters.before,
    }),
    { method: "GET", ...options },
  );

/** Streams the events of a user's chat and records the view. */
export const watchChatPath = (parameters: {
  chatId: string;
  reason?: string | undefined;
  after?: string | undefined;
}): string =>
  withQuery(`/api/admin/chats/${segment(parameters.chatId)}/events`, {
    reason: parameters.reason,
    after: parameters.after,
  });

/** Lists the actions of all admins, newest first. */
export const listAdminActions = (
  parameters: {
    q?: string | undefined;
    action?: AdminActionKind | undefined;
    admin?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    sort?: ActionSort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<RecordedActionPage> => request(withQuery("/api/admin/audit-log", parameters), { method: "GET", ...options });

/** Lists the charges of all turns as CloudEvents, oldest first. */
export const listUsageEvents = (
  parameters: { since?: string | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
  options: CallOptions = {},
): Promise<UsageEventPage> => request(withQuery("/api/admin/usage-events", parameters), { method: "GET", ...options });

/** Returns users, turns, tokens, credits, cost, errors and latency of the last days. */
export const getOverview = (
  parameters: { days?: number | undefined } = {},
  options: CallOptions = {},
): Promise<Overview> => request(withQuery("/api/admin/overview", parameters), { method: "GET", ...options });

/** Lists the API keys of all users. */
export const listAllApiKeys = (
  parameters: {
    q?: string | undefined;
    sort?: KeySort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<OwnedApiKeyPage> => request(withQuery("/api/admin/api-keys", parameters), { method: "GET", ...options });

/** Revokes a user's API key. */
export const revokeUserApiKey = (parameters: { keyId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/api-keys/${segment(parameters.keyId)}`, { method: "DELETE", ...options });

/** Lists the sites that users read and start boards from. */
export const listDomainStats = (
  parameters: {
    q?: string | undefined;
    sort?: DomainSort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<DomainStatsPage> => request(withQuery("/api/admin/domain-stats", parameters), { method: "GET", ...options });

/** Returns the last days of one site, or of all sites. */
export const listDomainDays = (
  parameters: { days?: number | undefined; domain?: string | undefined } = {},
  options: CallOptions = {},
): Promise<DomainDay[]> =>
  request(withQuery("/api/admin/domain-stats/days", parameters), { method: "GET", ...options });

/** Lists all public or hidden charts. */
export const listAdminCharts = (
  parameters: {
    q?: string | undefined;
    status?: ItemStatus | undefined;
    sort?: ItemSort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<AdminItemPage> => request(withQuery("/api/admin/charts", parameters), { method: "GET", ...options });

/** Lists all public or hidden portolans. */
export const listAdminPortolans = (
  parameters: {
    q?: string | undefined;
    status?: ItemStatus | undefined;
    sort?: ItemSort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<AdminItemPage> => request(withQuery("/api/admin/portolans", parameters), { method: "GET", ...options });

/** Hides a public item. */
export const hideItem = (
  parameters: { kind: SavedKind; itemId: string },
  body: HideBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/hidden/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "PUT",
    body,
    ...options,
  });

/** Shows a hidden item again. */
export const showItem = (parameters: { kind: SavedKind; itemId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/hidden/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "DELETE",
    ...options,
  });

/** Lists all featured items in their order, with topics and schedules. */
export const listFeatured = (
  parameters: { format?: FormatInput | undefined } = {},
  options: CallOptions = {},
): Promise<FeaturedItem[]> => request(withQuery("/api/admin/discover", parameters), { method: "GET", ...options });

/** Orders the featured items. */
export const orderFeatured = (body: OrderBody, options: CallOptions = {}): Promise<void> =>
  request("/api/admin/discover", { method: "PUT", body, ...options });

/** Features an item on the discover page, or changes its topic and schedule. */
export const curate = (
  parameters: { kind: SavedKind; itemId: string },
  body: FeatureSettings,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/discover/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "PUT",
    body,
    ...options,
  });

/** Removes an item from the discover page. */
export const uncurate = (parameters: { kind: SavedKind; itemId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/discover/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "DELETE",
    ...options,
  });

/** Lists the applications that wait for a decision, the oldest first. */
export const listApplications = (
  parameters: { limit?: number | undefined; cursor?: string | undefined; format?: FormatInput | undefined } = {},
  options: CallOptions = {},
): Promise<PendingApplicationPage> =>
  request(withQuery("/api/admin/contributor-applications", parameters), { method: "GET", ...options });

/** Lists the proposals that wait for a decision, the oldest first. */
export const listProposals = (
  parameters: { limit?: number | undefined; cursor?: string | undefined; format?: FormatInput | undefined } = {},
  options: CallOptions = {},
): Promise<PendingProposalPage> =>
  request(withQuery("/api/admin/proposals", parameters), { method: "GET", ...options });

/** Lists the contributors with what they have published. */
export const listContributors = (
  parameters: {
    q?: string | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<ContributorPage> => request(withQuery("/api/admin/contributors", parameters), { method: "GET", ...options });

/** Withdraws a contributor's role. */
export const withdrawContributor = (
  parameters: { userId: string },
  body: WithdrawBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/contributors/${segment(parameters.userId)}/withdraw`, { method: "POST", body, ...options });

/** Decides whether a user becomes a contributor. */
export const decideApplication = (
  parameters: { userId: string },
  body: DecisionBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/contributor-applications/${segment(parameters.userId)}`, { method: "POST", body, ...options });

/** Decides whether a proposed item is featured. */
export const decideProposal = (
  parameters: { kind: SavedKind; itemId: string },
  body: DecisionBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/proposals/${segment(parameters.kind)}/${segment(parameters.itemId)}`, {
    method: "POST",
    body,
    ...options,
  });

/** Lists the credits and usage of all users. */
export const listUserUsage = (
  parameters: {
    q?: string | undefined;
    sort?: UserSort | undefined;
    direction?: Direction | undefined;
    days?: number | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<UserUsagePage> => request(withQuery("/api/admin/user-usage", parameters), { method: "GET", ...options });

/** Lists a user's ledger, newest entry first. */
export const listUserLedger = (
  parameters: { userId: string; limit?: number | undefined; cursor?: string | undefined },
  options: CallOptions = {},
): Promise<UsageEntryPage> =>
  request(
    withQuery(`/api/admin/users/${segment(parameters.userId)}/ledger`, {
      limit: parameters.limit,
      cursor: parameters.cursor,
    }),
    { method: "GET", ...options },
  );

/** Grants credits to a user, or sets how many are left. */
export const changeCredits = (
  parameters: { userId: string },
  body: CreditsBody,
  options: CallOptions = {},
): Promise<UserPlan> =>
  request(`/api/admin/users/${segment(parameters.userId)}/credits`, { method: "POST", body, ...options });

/** Suspends a user. */
export const suspendUser = (
  parameters: { userId: string },
  body: ReasonBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/users/${segment(parameters.userId)}/suspend`, { method: "POST", body, ...options });

/** Restores a suspended user. */
export const restoreUser = (
  parameters: { userId: string },
  body: ReasonBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/users/${segment(parameters.userId)}/restore`, { method: "POST", body, ...options });

/** Lists feedback, newest first. */
export const listFeedback = (
  parameters: {
    status?: FeedbackStatus | undefined;
    q?: string | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<FeedbackItemPage> => request(withQuery("/api/admin/feedback", parameters), { method: "GET", ...options });

/** Lists the configured models and their endpoints. */
export const listModels = (
  parameters: { format?: FormatInput | undefined } = {},
  options: CallOptions = {},
): Promise<ConfiguredModel[]> => request(withQuery("/api/admin/models", parameters), { method: "GET", ...options });

/** Tests a model with one real call. */
export const testModel = (body: ModelName, options: CallOptions = {}): Promise<ModelReport> =>
  request("/api/admin/models/test", { method: "POST", body, ...options });

/** Lists the models that a model's endpoint offers. */
export const listOfferedModels = (parameters: { model: string }, options: CallOptions = {}): Promise<OfferedModel[]> =>
  request(withQuery("/api/admin/models/offered", parameters), { method: "GET", ...options });

/** Lists the batch replays of stored chats, newest first. */
export const listReplays = (
  parameters: {
    status?: ReplayStatus | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<ReplayRunPage> => request(withQuery("/api/admin/replays", parameters), { method: "GET", ...options });

/** Queues a replay of stored chats. */
export const startReplay = (body: NewReplay, options: CallOptions = {}): Promise<ReplayRun> =>
  request("/api/admin/replays", { method: "POST", body, ...options });

/** Returns a replay with its progress. */
export const getReplay = (parameters: { runId: string }, options: CallOptions = {}): Promise<ReplayRun> =>
  request(`/api/admin/replays/${segment(parameters.runId)}`, { method: "GET", ...options });

/** Compares a replay with the original chats, or with another replay. */
export const compareReplay = (
  parameters: { runId: string; baselineId?: string | undefined },
  options: CallOptions = {},
): Promise<ReplayComparison> =>
  request(
    withQuery(`/api/admin/replays/${segment(parameters.runId)}/comparison`, { baselineId: parameters.baselineId }),
    { method: "GET", ...options },
  );

/** Lists the turns of a replay with the turns that they are compared to. */
export const listReplayedTurns = (
  parameters: {
    runId: string;
    onlyDiffering?: boolean | undefined;
    baselineId?: string | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  },
  options: CallOptions = {},
): Promise<ReplayedTurnPage> =>
  request(
    withQuery(`/api/admin/replays/${segment(parameters.runId)}/turns`, {
      onlyDiffering: parameters.onlyDiffering,
      baselineId: parameters.baselineId,
      limit: parameters.limit,
      cursor: parameters.cursor,
      format: parameters.format,
    }),
    { method: "GET", ...options },
  );

/** Returns a turn's answers in a replay and in what it is compared with. */
export const getReplayedAnswers = (
  parameters: { runId: string; turnId: string; baselineId?: string | undefined },
  options: CallOptions = {},
): Promise<ReplayedAnswers> =>
  request(
    withQuery(`/api/admin/replays/${segment(parameters.runId)}/turns/${segment(parameters.turnId)}`, {
      baselineId: parameters.baselineId,
    }),
    { method: "GET", ...options },
  );

/** Cancels a replay. */
export const cancelReplay = (parameters: { runId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/replays/${segment(parameters.runId)}/cancel`, { method: "POST", ...options });

/** Continues an interrupted or failed replay. */
export const resumeReplay = (parameters: { runId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/replays/${segment(parameters.runId)}/resume`, { method: "POST", ...options });

/** Lists queued and sent email and text messages. */
export const listMail = (
  parameters: {
    status?: OutboxPart | undefined;
    q?: string | undefined;
    sort?: OutboxSort | undefined;
    direction?: Direction | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
    format?: FormatInput | undefined;
  } = {},
  options: CallOptions = {},
): Promise<MailMessagePage> => request(withQuery("/api/admin/mail", parameters), { method: "GET", ...options });

/** Sends a failed message again. */
export const retryMail = (parameters: { messageId: string }, options: CallOptions = {}): Promise<void> =>
  request(`/api/admin/mail/${segment(parameters.messageId)}/retry`, { method: "POST", ...options });

/** Changes the status of feedback. */
export const updateFeedback = (
  parameters: { feedbackId: string },
  body: UpdateFeedback,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/feedback/${segment(parameters.feedbackId)}`, { method: "PATCH", body, ...options });

/** Replies to feedback by email, once. */
export const replyToFeedback = (
  parameters: { feedbackId: string },
  body: ReplyBody,
  options: CallOptions = {},
): Promise<void> =>
  request(`/api/admin/feedback/${segment(parameters.feedbackId)}/reply`, { method: "POST", body, ...options });

/** Returns this document. */
export const getOpenapi = (options: CallOptions = {}): Promise<unknown> =>
  request("/api/openapi.json", { method: "GET", ...options });

/** Shows this document as a page. */
export const getDocsPath = (): string => "/api/docs";

/** Returns a file of the page. */
export const getDocsFilePath = (parameters: { file: string }): string => `/api/docs/${segment(parameters.file)}`;
