// Written by `npm run docs` from the server's OpenAPI document. Do not edit.

export interface AcceptedTurn {
  turnId: string;
}

/** The columns that the audit log is sorted by. */
export type ActionSort = "action" | "createdAt";

/** The columns that chats are sorted by. */
export type ActivitySort = "createdAt" | "updatedAt";

export interface ActivityUser {
  id: string;
  email: string | null;
  username?: string;
}

/** The kind of an admin's action, as the audit log names it. */
export type AdminActionKind =
  | "api_key.revoked"
  | "chat.viewed"
  | "contributor.accepted"
  | "contributor.declined"
  | "contributor.withdrawn"
  | "credits.granted"
  | "credits.set"
  | "discover.ordered"
  | "feedback.replied"
  | "feedback.updated"
  | "item.featured"
  | "item.hidden"
  | "item.shown"
  | "item.unfeatured"
  | "list.exported"
  | "mail.retried"
  | "model.tested"
  | "proposal.accepted"
  | "proposal.declined"
  | "replay.cancelled"
  | "replay.resumed"
  | "replay.started"
  | "user.restored"
  | "user.suspended";

/** An item as admins see it. */
export interface AdminItem {
  kind: SavedKind;
  id: string;
  title: string;
  author: Author;
  thumbnailUrl?: string;
  updatedAt: string;
  /** Whether admins show it to everyone. */
  isCurated: boolean;
  ownerId: string;
  ownerEmail?: string;
  /** How often others have opened it. */
  views: number;
  /** When an admin hid it, and why. */
  hiddenAt?: string;
  hiddenReason?: string;
}

/** A piece of a list, and where the next one begins. */
export interface AdminItemPage {
  items: AdminItem[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An event of a run. `CUSTOM` events are named `portolan.` and a block's type, and have the block as value. */
export type AgUiEvent =
  | {
      type: "RUN_STARTED";
      threadId: string;
      runId: string;
    }
  | {
      type: "RUN_FINISHED";
      threadId: string;
      runId: string;
      outcome: RunOutcome;
      result: unknown;
      usage: RunUsage[];
    }
  | {
      type: "RUN_ERROR";
      message: string;
      code: string;
    }
  | {
      type: "STEP_STARTED";
      stepName: string;
    }
  | {
      type: "STEP_FINISHED";
      stepName: string;
    }
  | {
      type: "TEXT_MESSAGE_START";
      messageId: string;
      role: string;
    }
  | {
      type: "TEXT_MESSAGE_CONTENT";
      messageId: string;
      delta: string;
    }
  | {
      type: "TEXT_MESSAGE_END";
      messageId: string;
    }
  | {
      type: "REASONING_START";
      messageId: string;
    }
  | {
      type: "REASONING_MESSAGE_START";
      messageId: string;
      role: string;
    }
  | {
      type: "REASONING_MESSAGE_CONTENT";
      messageId: string;
      delta: string;
    }
  | {
      type: "REASONING_MESSAGE_END";
      messageId: string;
    }
  | {
      type: "REASONING_END";
      messageId: string;
    }
  | {
      type: "TOOL_CALL_START";
      toolCallId: string;
      toolCallName: string;
    }
  | {
      type: "TOOL_CALL_ARGS";
      toolCallId: string;
      delta: string;
    }
  | {
      type: "TOOL_CALL_END";
      toolCallId: string;
    }
  | {
      type: "TOOL_CALL_RESULT";
      messageId: string;
      toolCallId: string;
      content: string;
      role: string;
    }
  | {
      type: "STATE_SNAPSHOT";
      snapshot: unknown;
    }
  | {
      type: "CUSTOM";
      name: string;
      value: unknown;
    };

export interface AgUiMessage {
  role: string;
  /** A text, or parts of which those of type `text` are read. */
  content?: unknown;
}

export interface Alternative {
  /** A word or three: "by month". */
  label: string;
  /** The message that makes this change. */
  prompt: string;
}

/** Sums of an amount over the same turns. */
export interface AmountComparison {
  amount: ComparedAmount;
  reference: number;
  replayed: number;
  /** How likely a difference at least as large is by chance, from 0 to 1: McNemar's test for completed turns, Wilcoxon's signed-rank test for the others. None where no turn differs. */
  pValue: number | null;
}

/** The analytics endpoint, for users who haven't asked not to be tracked. */
export interface Analytics {
  /** The project's key, which every visitor sees. */
  key: string;
  host: string;
}

/** The distance of an annotation's text from its place, in pixels. Without one, the drawing finds a free place. */
export interface AnnotationOffset {
  /** To the right of the middle of the place. */
  x: number;
  /** Below the middle of the place. */
  y: number;
}

/** A point in the chart's own units, or the row that it is about. */
export interface AnnotationPlace {
  x?: Cell;
  y?: Cell;
  key?: Record<string, Cell>;
}

/** A point in the chart's own units, or the row that it is about. */
export interface AnnotationPlaceInput {
  x?: Cell | null;
  y?: Cell | null;
  key?: Record<string, Cell> | null;
}

/** An API key without its secret, which is shown once and then known only by its hash. */
export interface ApiKey {
  id: string;
  name: string;
  /** The first letters of the secret. */
  prefix: string;
  scopes: Scope[];
  expiresAt?: string;
  requestsPerMinute: number;
  lastUsedAt?: string;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface ApiKeyPage {
  items: ApiKey[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An interface of model providers. */
export type ApiName = "chat_completions" | "responses";

/** `GET /api/contributor/application`. */
export interface ApplicationAnswer {
  /** Null if the caller hasn't applied. */
  application: ContributorApplication | null;
}

export interface ApplyBody {
  /** The items that the caller wants to publish, in their own words. */
  reason: string;
}

export interface Ask {
  question: string;
  sources?: AskSource[];
  /** The chat that the question continues; a new one without it. */
  chatId?: string | null;
  model?: string | null;
}

/** A complete answer. */
export interface AskAnswer {
  chatId: string;
  turnId: string;
  outcome: Outcome | null;
  error?: TurnError;
  model: string;
  /** The prose, as Markdown. */
  text: string;
  charts: ChartLinks[];
  blocks: Block[];
  /** The sources that this request created. */
  sources: Source[];
  metered: Metered;
}

/** A source that exists, or one to create. */
export type AskSource = StoredSource | CreateSource;

export interface AuthConfiguration {
  /** Without `/auth/v1`; null if it is this site. */
  url: string | null;
  publicKey: string;
}

/** The owner of an item; without a username until they choose one. */
export interface Author {
  username?: string;
  /** A contributor's own words about their work; on the pages of their items only. */
  occupation?: string;
  organisation?: string;
}

/** How often a plan is paid for. */
export type BillingInterval = "month" | "year";

/** A page of the payment provider's to send the browser to. */
export interface BillingPage {
  url: string;
}

/** One finished piece of an answer. */
export type Block = {
  id: string;
} & (
  | {
      type: "text";
      markdown: string;
      /** Numbers in it that no query of the turn explains. */
      unverifiedNumbers?: TextRange[];
    }
  | {
      type: "thinking";
      markdown: string;
      durationMs: number;
    }
  | (DrawnChart & {
      type: "chart";
    })
  | {
      type: "reference";
      /** Counts from 1 within the turn. */
      index: number;
      sourceId: string;
      title: string;
      url?: string;
      locator: Locator;
    }
  | {
      type: "suggestion";
      label: string;
      prompt: string;
    }
  | {
      type: "timestamp";
      sourceId: string;
      url: string;
      startMs: number;
      endMs?: number;
      label: string;
    }
  | {
      type: "error";
      /** Stable, in snake_case. */
      code: string;
      message: string;
      retryable: boolean;
    }
);

/** The `type` of a block, known when it opens. */
export type BlockType = "text" | "thinking" | "chart" | "reference" | "suggestion" | "timestamp" | "error";

/** A board with its contents, from the bottom to the top. */
export interface Board {
  id: string;
  title: string;
  visibility: Visibility;
  /** Whether the caller may change it. */
  isOwner: boolean;
  author: Author;
  /** The chat whose blocks become nodes, for its owner. */
  chatId?: string;
  sourceUrl?: string;
  revision: number;
  nodes: BoardNode[];
  edges: BoardEdge[];
  createdAt: string;
  updatedAt: string;
}

/** A line between two nodes, with the names of JSON Canvas. */
export interface BoardEdge {
  id: string;
  fromNode: string;
  fromSide?: Side;
  /** Without it: none. */
  fromEnd?: EdgeEnd;
  toNode: string;
  toSide?: Side;
  /** Without it: an arrow. */
  toEnd?: EdgeEnd;
  label?: string;
  color?: Color;
}

/** A line between two nodes, with the names of JSON Canvas. */
export interface BoardEdgeInput {
  id: string;
  fromNode: string;
  fromSide?: Side | null;
  /** Without it: none. */
  fromEnd?: EdgeEnd | null;
  toNode: string;
  toSide?: Side | null;
  /** Without it: an arrow. */
  toEnd?: EdgeEnd | null;
  label?: string | null;
  color?: Color | null;
}

/** Something on a board. */
export type BoardNode = {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  color?: Color;
  /** The group that it belongs to. */
  parentId?: string;
} & (
  | {
      type: "chart";
      data: {
        chartId: string;
        /** Without it: the newest. */
        version?: number;
        /** The title at the time when it was added to the board: for lists, search and other tools. */
        title?: string;
      };
    }
  | {
      type: "note";
      data: {
        markdown: string;
      };
    }
  | {
      type: "source";
      data: {
        sourceId: string;
        title: string;
        url?: string;
        status: NodeSourceStatus;
        /** Why it is not whole, in a sentence. */
        detail?: string;
        /** Its purpose or content, in its own words. */
        description?: string;
      };
    }
  | {
      type: "reference";
      data: {
        sourceId: string;
        title: string;
        url?: string;
        locator: Locator;
        quote?: string;
      };
    }
  | {
      type: "chat";
      data: {
        chatId: string;
        title?: string;
      };
    }
  | {
      type: "portolan";
      data: {
        portolanId: string;
        title?: string;
      };
    }
  | {
      type: "picture";
      data: {
        url: string;
        alt?: string;
      };
    }
  | {
      type: "suggestion";
      data: {
        label: string;
        prompt: string;
      };
    }
  | {
      type: "group";
      data: {
        label: string;
      };
    }
);

/** Something on a board. */
export type BoardNodeInput = {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  color?: Color | null;
  /** The group that it belongs to. */
  parentId?: string | null;
} & (
  | {
      type: "chart";
      data: {
        chartId: string;
        /** Without it: the newest. */
        version?: number | null;
        /** The title at the time when it was added to the board: for lists, search and other tools. */
        title?: string | null;
      };
    }
  | {
      type: "note";
      data: {
        markdown: string;
      };
    }
  | {
      type: "source";
      data: {
        sourceId: string;
        title: string;
        url?: string | null;
        status: NodeSourceStatus;
        /** Why it is not whole, in a sentence. */
        detail?: string | null;
        /** Its purpose or content, in its own words. */
        description?: string | null;
      };
    }
  | {
      type: "reference";
      data: {
        sourceId: string;
        title: string;
        url?: string | null;
        locator?: LocatorInput;
        quote?: string | null;
      };
    }
  | {
      type: "chat";
      data: {
        chatId: string;
        title?: string | null;
      };
    }
  | {
      type: "portolan";
      data: {
        portolanId: string;
        title?: string | null;
      };
    }
  | {
      type: "picture";
      data: {
        url: string;
        alt?: string | null;
      };
    }
  | {
      type: "suggestion";
      data: {
        label: string;
        prompt: string;
      };
    }
  | {
      type: "group";
      data: {
        label: string;
      };
    }
);

/** A board in a list, without its nodes and edges. */
export interface BoardSummary {
  id: string;
  title: string;
  visibility: Visibility;
  /** The page that it was made from. */
  sourceUrl?: string;
  nodeCount: number;
  createdAt: string;
  updatedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface BoardSummaryPage {
  items: BoardSummary[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A page captured by the extension; nothing is fetched. */
export interface CapturedPage {
  html: string;
  url: string;
  title?: string | null;
  tables?: CapturedTable[];
  captions?: string | null;
  selection?: string | null;
}

export interface CapturedTable {
  title?: string | null;
  /** The first names the columns. */
  rows: string[][];
}

/** A value of a row. Integers beyond 2^53 are text, dates ISO 8601 text. */
export type Cell = string | number | boolean | null;

export interface ChangeBySentence {
  text: string;
  /** The chart at hand. */
  kind: ChartKind;
  spec: unknown;
  query: QueryRequest;
}

export interface ChangedCell {
  key: Record<string, Cell>;
  column: string;
  before: Cell;
  after: Cell;
}

/** A chart that is not kept. */
export interface ChangedChart {
  kind: ChartKind;
  /** The normalized specification; the given one if it can't be drawn. */
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  encodingNotes: string[];
  /** The faults, at JSON pointers into the request; empty if the chart can be drawn. */
  errors: ChartFault[];
  /** The interpretation in plain words: the chart as a whole, then each choice that was made. */
  understood: string[];
  /** The findings in the current rows, for a matching title and description. */
  title: string;
  description: string;
  /** The plan of the changed query. */
  plan: unknown;
}

export interface ChangedRow {
  key: Record<string, Cell>;
  /** The columns that are no keys. */
  values: Record<string, Cell>;
}

/** A chart with all that one of its versions draws. */
export interface Chart {
  id: string;
  chartId: string;
  /** Counts from 1. */
  version: number;
  kind: ChartKind;
  /** States the finding. */
  title: string;
  /** For those who cannot see the chart. */
  description: string;
  /** For `plot` a Vega-Lite specification whose data is named `rows`; for kinds without rows the outline, the nodes and edges, or the events. */
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  /** The choices that were made, one short sentence each. */
  encodingNotes: string[];
  /** The choices that the user can change by a message. */
  choices?: Choice[];
  /** The query plan that the query and the chart were derived from, with its version; None if the SQL was written in another way. */
  plan?: unknown;
  annotations: ChartAnnotation[];
  /** The sources of its rows, with the hashes that the files had then. */
  sources: SourceStamp[];
  visibility: Visibility;
  author: Author;
  /** Whether the caller may change it. */
  isOwner: boolean;
  /** How many there are. */
  versions?: number;
  /** The published version, if the chart is shared. */
  publishedVersion?: number;
  /** The chat, turn and question that the chart comes from. */
  chatId?: string;
  turnId?: string;
  question?: string;
  schedule?: ChartSchedule;
  scheduleError?: string;
  createdAt: string;
  updatedAt: string;
}

/** A remark at a place of a chart. */
export interface ChartAnnotation {
  id: string;
  at: AnnotationPlace;
  text: string;
  offset?: AnnotationOffset;
}

/** A remark at a place of a chart. */
export interface ChartAnnotationInput {
  id: string;
  at: AnnotationPlaceInput;
  text: string;
  offset?: AnnotationOffset | null;
}

/** The changes from one version of a chart to another: its marks, and how they are drawn. */
export interface ChartChanges {
  from: number;
  to: number;
  /** The columns by which rows are distinguished: as few as make them differ, what names something before what measures it. All of them where rows have nothing of their own: then a row that changed is one that went and one that came. */
  keys: string[];
  added: ChangedRow[];
  removed: ChangedRow[];
  changed: ChangedCell[];
  /** Rows that are as they were. */
  unchanged: number;
  /** Some changes are not listed, or some rows were not compared. */
  truncated: boolean;
  specChanged: DocumentChange[];
}

/** Rows in the order of `columns`; integers beyond 2^53 are strings, dates ISO 8601 text. */
export interface ChartData {
  columns: DataColumn[];
  rows: Cell[][];
  /** True if the query gave more rows than the block holds. */
  truncated: boolean;
}

export interface ChartFault {
  path: string;
  message: string;
}

export type ChartKind = "plot" | "mindmap" | "flow" | "timeline" | "table" | "metric";

/** A chart of an answer, with the paths of its files. */
export interface ChartLinks {
  blockId: string;
  title: string;
  files: Record<string, unknown>;
}

/** A chart that is not kept. */
export interface ChartPreview {
  kind: ChartKind;
  /** The normalized specification; the given one if it can't be drawn. */
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  encodingNotes: string[];
  /** The faults, at JSON pointers into the request; empty if the chart can be drawn. */
  errors: ChartFault[];
}

/** The source of a chart's rows; running `sql` again over the same sources gives them again. */
export interface ChartQuery {
  sql: string;
  sourceIds: string[];
  rowCount: number;
  tookMs: number;
}

/** When a chart's query runs again by itself. */
export interface ChartSchedule {
  every: Every;
  nextAt: string;
}

/** A chart in a list; its content is in its versions. */
export interface ChartSummary {
  id: string;
  userId: string;
  /** The chat and the turn that drew it, if one did. */
  chatId: string | null;
  turnId: string | null;
  /** The newest. */
  version: number;
  /** The published version, if the chart is shared. */
  publishedVersion?: number;
  kind: ChartKind;
  title: string;
  description: string;
  visibility: Visibility;
  schedule?: ChartSchedule;
  /** Why the last refresh by its schedule failed. */
  scheduleError?: string;
  createdAt: string;
  updatedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface ChartSummaryPage {
  items: ChartSummary[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A version as the list of a chart's versions shows it. */
export interface ChartVersion {
  version: number;
  reason: VersionReason;
  note?: string;
  title: string;
  createdAt: string;
  author: Author;
}

/** A piece of a list, and where the next one begins. */
export interface ChartVersionPage {
  items: ChartVersion[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An event of a chat, as its log stores it and its stream sends it.  Serialises as `{"event": "turn.started", "data": {…}}`. */
export type ChatEvent =
  | {
      event: "turn.started";
      data: {
        turnId: string;
        /** None for the root of the chat. */
        parentTurnId: string | null;
        model: string;
        message: UserMessage;
        startedAt: string;
      };
    }
  | {
      event: "turn.progress";
      data: {
        turnId: string;
        phase: Phase;
        label: string;
        done?: number;
        total?: number;
      };
    }
  | {
      event: "turn.understood";
      data: {
        turnId: string;
        /** In the order of the message. */
        words: UnderstoodWord[];
      };
    }
  | {
      event: "block.opened";
      data: {
        turnId: string;
        blockId: string;
        /** Counts from 0 within the turn; a block that is written again keeps it. */
        index: number;
        type: BlockType;
      };
    }
  | {
      event: "block.delta";
      data: {
        blockId: string;
        text: string;
      };
    }
  | {
      event: "block.closed";
      data: {
        turnId: string;
        block: Block;
      };
    }
  | {
      event: "block.discarded";
      data: {
        blockId: string;
      };
    }
  | {
      event: "turn.metered";
      data: {
        turnId: string;
        inputTokens: number;
        outputTokens: number;
        credits: number;
        final: boolean;
      };
    }
  | {
      event: "turn.finished";
      data: {
        turnId: string;
        outcome: Outcome;
        error?: TurnError;
        finishedAt: string;
      };
    }
  | {
      event: "chat.changed";
      data: {
        title: string;
      };
    }
  | {
      event: "board.changed";
      data: {
        boardId: string;
        /** Of the board, after this change. */
        revision: number;
        nodes: unknown[];
        edges: unknown[];
      };
    };

/** The newest place of a chat that has the words. */
export interface ChatMatch {
  turnId: string;
  /** Plain text; matches are enclosed in U+E000 and U+E001. */
  snippet: string;
}

/** Which stored chats are replayed: all conditions hold for each of them. */
export interface ChatSelection {
  /** The number of most recently used chats. */
  latest: number | null;
  /** Chats used since then. */
  since: string | null;
  /** Chats of this user. */
  userId: string | null;
  /** Chats with an answer that its user rated so. */
  rating: Thumb | null;
  /** Chats with this tag. */
  tag: string | null;
  /** Chats of users of this plan. */
  tier: string | null;
}

/** A chat in a search result, with the matching text. */
export interface ChatSummary {
  id: string;
  title: string;
  /** The model that new messages go to, where the user chose one. */
  model: string | null;
  /** 0 before the first event. */
  lastEventId: number;
  createdAt: string;
  updatedAt: string;
  /** None if nothing was looked for, or only the title has it. */
  match?: ChatMatch;
}

/** A piece of a list, and where the next one begins. */
export interface ChatSummaryPage {
  items: ChatSummary[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An admin who looked into a user's chat. */
export interface ChatView {
  admin: ViewingAdmin;
  reason: string;
  viewedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface ChatViewPage {
  items: ChatView[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A choice that was made, and what it could be changed to. */
export interface Choice {
  /** One of the chart's `encodingNotes`, word for word. */
  note: string;
  alternatives: Alternative[];
}

/** A color of JSON Canvas: one of six that the reader's theme chooses, or `#rrggbb`. */
export type Color = string;

/** Changes of one column: repairs that were made when the file was read, and what its owner edited. */
export interface ColumnEdit {
  /** The column's name in the file. */
  column: string;
  /** The new name, with its unit at the end in parentheses. */
  name?: string;
  /** The type that replaces the one of the file. */
  type?: ColumnType;
  /** Spellings with the one that replaces them. */
  spellings?: Record<string, string>;
  /** The number that is read as missing. */
  missing?: number;
}

/** Changes of one column: repairs that were made when the file was read, and what its owner edited. */
export interface ColumnEditInput {
  /** The column's name in the file. */
  column: string;
  /** The new name, with its unit at the end in parentheses. */
  name?: string | null;
  /** The type that replaces the one of the file. */
  type?: ColumnType | null;
  /** Spellings with the one that replaces them. */
  spellings?: Record<string, string>;
  /** The number that is read as missing. */
  missing?: number | null;
}

export type ColumnType = "string" | "integer" | "number" | "boolean" | "date" | "datetime";

/** An amount that is summed over turns. */
export type ComparedAmount =
  | "charts"
  | "numbers"
  | "references"
  | "inputTokens"
  | "outputTokens"
  | "credits"
  | "durationMillis"
  | "completed"
  | "unverifiedNumbers";

export type ComparedPart = "outcome" | "blockTypes" | "references" | "charts" | "encodings" | "numbers";

export interface Config {
  auth: AuthConfiguration;
  analytics: Analytics | null;
  models: ModelOnOffer[];
  plans: Plan[];
  buildId: string;
  /** Bytes that an uploaded file may have. */
  maxUploadBytes: number;
}

/** A model and where it is. */
export interface ConfiguredModel {
  id: string;
  title: string;
  isDefault: boolean;
  /** The family of its endpoint and the endpoint's address; null of the built-in model. */
  provider: string | null;
  baseUrl: string | null;
  /** The language that the endpoint is asked in. */
  api: ApiName | null;
  /** How the model calls tools. */
  toolSupport: ToolSupport | null;
  contextTokens: number;
  outputTokens: number;
  /** Credits for a million tokens. */
  inputPrice: number;
  outputPrice: number;
  /** That of tokens that the provider had cached, if it is another one. */
  cachedInputPrice: number | null;
}

/** A contributor's public item with its statistics. */
export interface ContributedItem {
  kind: SavedKind;
  id: string;
  title: string;
  author: Author;
  thumbnailUrl?: string;
  updatedAt: string;
  /** Whether admins show it to everyone. */
  isCurated: boolean;
  /** How many users have bookmarked it. */
  bookmarks: number;
  /** How often others have opened it. */
  views: number;
  /** How often others have opened it in the last 30 days. */
  recentViews: number;
  /** The topic that it is published to. */
  publishedTopic?: string;
  /** The topic that it was proposed for. */
  topic?: string;
  /** The decision about the proposal; absent if there is none. */
  proposal?: ReviewStatus;
}

/** A contributor with what they have published, for admins. */
export interface Contributor {
  user: KeyOwner;
  /** Public charts, boards and documents. */
  items: number;
  /** How often others have opened their items. */
  views: number;
  /** How often others have opened their items in the last 30 days. */
  recentViews: number;
}

/** A user's application to become a contributor. */
export interface ContributorApplication {
  reason: string;
  status: ReviewStatus;
  appliedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface ContributorPage {
  items: Contributor[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export interface CreateApiKey {
  name: string;
  scopes: Scope[];
  /** Days until the key expires; absent for one that lasts. */
  expiresInDays?: number | null;
  /** Absent for as many as the plan includes. */
  requestsPerMinute?: number | null;
}

export interface CreateBoard {
  /** A question, or the address of a page; without it the board is empty. */
  q?: string | null;
  title?: string | null;
  /** Sources that are there already: what the extension brought. */
  sourceIds?: string[];
  model?: string | null;
}

export interface CreateChart {
  kind: ChartKind;
  title?: string;
  description?: string;
  spec: unknown;
  /** For the kinds that draw rows. */
  query?: QueryRequest | null;
  encodingNotes?: string[];
  annotations?: ChartAnnotationInput[];
}

export interface CreateChat {
  title?: string | null;
  model?: string | null;
  /** The board whose nodes the chat's blocks become. */
  boardId?: string | null;
}

export interface CreatePortolan {
  title?: string | null;
  markdown?: string;
}

export type CreateSource =
  | {
      sample: string;
    }
  | {
      name?: string | null;
      text: string;
    }
  | CapturedPage
  | {
      database: DatabaseLogin;
      tables: TableName[];
    }
  | {
      s3: LakeLogin;
    }
  | {
      url: string;
      refresh?: boolean;
    };

export interface CreateWebhook {
  url: string;
  description?: string;
  events: WebhookEvent[];
}

/** A key with its secret, which is shown only once. */
export interface CreatedApiKey {
  id: string;
  name: string;
  /** The first letters of the secret. */
  prefix: string;
  scopes: Scope[];
  expiresAt?: string;
  requestsPerMinute: number;
  lastUsedAt?: string;
  createdAt: string;
  key: string;
}

export interface CreatedBoard {
  boardId: string;
  chatId?: string;
  turnId?: string;
}

export interface CreatedChat {
  id: string;
  title: string;
  createdAt: string;
}

/** The new source, or all of them if there is more than one. */
export type CreatedSources =
  | Source
  | {
      items: Source[];
    };

export interface CreditsBody {
  kind: CreditsKind;
  credits: number;
  reason: string;
  /** Of a grant; without it the credits stay. */
  expiresInDays?: number | null;
}

export type CreditsKind = "grant" | "set";

export interface DataColumn {
  name: string;
  /** `string`, `number`, `integer`, `boolean`, `date` or `datetime`. */
  type: "string" | "integer" | "number" | "boolean" | "date" | "datetime";
}

/** The product that a database runs on. */
export type DatabaseEngine = "postgresql" | "mysql";

/** How to reach a database: a connection string, or its parts. Parts win over those of the string. */
export interface DatabaseLogin {
  /** `postgresql://user:password@host:port/database?sslmode=require`, or the same with `mysql://`. */
  url?: string | null;
  /** `postgresql` if neither this nor the connection string says otherwise. */
  engine?: DatabaseEngine | null;
  host?: string | null;
  port?: number | null;
  database?: string | null;
  user?: string | null;
  password?: string | null;
  /** `require` if absent. */
  sslMode?: SslMode | null;
  /** Certificates in PEM that `verify-full` trusts beside the public authorities. */
  caCertificate?: string | null;
}

/** Tables and views that the database user may read, in the order of their names. */
export interface DatabaseTables {
  items: FoundTable[];
}

export interface DecisionBody {
  isAccepted: boolean;
  reason: string;
}

export interface DeleteAccount {
  /** The caller's username or email address: no one types it by mistake. */
  confirm?: string;
}

/** The last attempt and its result. */
export interface DeliveryAttempt {
  attemptedAt: string;
  durationMillis: number;
  /** None where the endpoint gave no answer. */
  responseStatus?: number;
  /** The beginning of the answer. */
  responseBody?: string;
  /** Why the attempt failed. */
  error?: string;
}

export type DeliveryStatus = "delivered" | "failed" | "queued";

/** The direction of a sorted list. */
export type Direction = "ascending" | "descending";

/** A changed value in a chart's document; null means absent. */
export interface DocumentChange {
  /** A JSON pointer: `/spec/mark/type`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The stored profile of a document, beside its text. */
export interface DocumentProfile {
  format: Format;
  title: string;
  language?: Language;
  wordCount: number;
  passageCount: number;
  sectionCount: number;
  durationMs?: number;
  /** In reading order; of a document with very many the first. */
  sections: SectionProfile[];
}

/** A day of one site, or of all of them. */
export interface DomainDay {
  day: string;
  reads: number;
  blocked: number;
  failed: number;
  boards: number;
}

/** The columns that sites are sorted by. */
export type DomainSort = "reads" | "boards" | "failures" | "lastReadAt" | "domain";

/** Page reads of a site by outcome. */
export interface DomainStats {
  domain: string;
  /** All tries. */
  reads: number;
  /** Of these, those that the site did not allow, and those that failed otherwise. */
  blocked: number;
  failed: number;
  /** Boards that began with a page of the site. */
  boards: number;
  lastReadAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface DomainStatsPage {
  items: DomainStats[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A chart with the rows that it draws and the query that they came from. */
export interface DrawnChart {
  chartId: string;
  /** Counts from 1. */
  version: number;
  kind: ChartKind;
  /** States the finding. */
  title: string;
  /** For those who cannot see the chart. */
  description: string;
  /** For `plot` a Vega-Lite specification whose data is named `rows`; for kinds without rows the outline, the nodes and edges, or the events. */
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  /** The choices that were made, one short sentence each. */
  encodingNotes: string[];
  /** The choices that the user can change by a message. */
  choices?: Choice[];
  /** The query plan that the query and the chart were derived from, with its version; None if the SQL was written in another way. */
  plan?: unknown;
}

export type EdgeEnd = "none" | "arrow";

/** All edits of a table's columns; a column without one is as the file has it. */
export interface EditColumns {
  edits: ColumnEditInput[];
}

export type EntryKind = "grant" | "charge" | "expiry" | "adjustment";

export type Every = "hour" | "day" | "week";

/** The topic and the schedule of a featured item. */
export interface FeatureSettings {
  topic?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
}

/** A featured item with its place on the discover page. */
export interface FeaturedItem {
  kind: SavedKind;
  id: string;
  title: string;
  author: Author;
  thumbnailUrl?: string;
  updatedAt: string;
  /** Whether admins show it to everyone. */
  isCurated: boolean;
  topic?: string;
  /** It is on the page from and until then. */
  startsAt?: string;
  endsAt?: string;
}

/** Feedback with its author, for admins and forwarding. */
export interface FeedbackItem {
  id: string;
  text: string;
  metadata: FeedbackMetadata;
  status: FeedbackStatus;
  createdAt: string;
  user?: FeedbackUser;
  /** An admin's answer, which was sent by email. */
  reply?: string;
  repliedAt?: string;
}

/** A piece of a list, and where the next one begins. */
export interface FeedbackItemPage {
  items: FeedbackItem[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** The origin of feedback. */
export interface FeedbackMetadata {
  /** The page that it was written on. */
  route: string;
  /** The address to answer to. */
  email: string | null;
}

/** The origin of feedback. */
export interface FeedbackMetadataInput {
  /** The page that it was written on. */
  route: string;
  /** The address to answer to. */
  email?: string | null;
}

/** The delivery state. */
export type FeedbackStatus = "new" | "seen" | "done";

export interface FeedbackUser {
  id: string;
  email: string | null;
}

/** A fault in one field of a body. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** How a text is written. */
export type Format = "markdown" | "text" | "webvtt" | "subrip" | "timed";

export type FormatInput = "json" | "csv";

export interface ForwardedProps {
  sourceIds?: string[];
  model?: string | null;
}

/** A table or view that the database user may read. */
export interface FoundTable {
  schema: string;
  table: string;
  isView: boolean;
  /** As the database estimates it; None if it has no estimate. */
  estimatedRows: number | null;
}

export interface HideBody {
  reason: string;
}

/** The source's words after an import, and the words that were left out. */
export interface ImportedWords {
  words: SourceWords;
  /** Words about columns that this table does not have, or values that they cannot have. */
  skipped: string[];
}

export interface ItemKey {
  kind: SavedKind;
  id: string;
}

/** The columns that public items are sorted by. */
export type ItemSort = "title" | "time";

/** The items that a list of admins has. */
export type ItemStatus = "public" | "hidden";

export interface KeyOwner {
  id: string;
  email?: string;
  username?: string;
}

/** The columns that all keys are sorted by. */
export type KeySort = "createdAt" | "lastUsedAt" | "name";

/** The way to the files of a bucket. Without keys the bucket is read anonymously. */
export interface LakeLogin {
  /** `s3://bucket/prefix/`; every Parquet file below it is a part of the table. */
  url: string;
  /** The address of a service other than AWS, such as `https://storage.example.com`. */
  endpoint?: string | null;
  /** `us-east-1` if absent. */
  region?: string | null;
  accessKeyId?: string | null;
  secretAccessKey?: string | null;
}

/** A language that is distinguished, by its ISO 639-1 code. */
export type Language = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "ru" | "zh" | "ja" | "ko";

/** A chat with its newest turn, as admins see the latest ones: nothing that its user or a model wrote. */
export interface LatestChat {
  chatId: string;
  user: ActivityUser;
  /** Of the newest turn. */
  model: string;
  running: boolean;
  /** None while it runs. */
  outcome?: Outcome;
  turns: number;
  /** Credits that the turns were charged. */
  credits: number;
  createdAt: string;
  updatedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface LatestChatPage {
  items: LatestChat[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An event of `GET /api/admin/chats/events`. */
export type LatestEvent = {
  event: "chat.latest";
  data: LatestChat;
};

export interface ListDatabaseTables {
  database: DatabaseLogin;
}

/** A chat with some of its turns. */
export interface LoadedChat {
  id: string;
  title: string;
  /** 0 before the first event; resuming the stream after it misses nothing. */
  lastEventId: number;
  /** Oldest first. */
  turns: Turn[];
  /** The model that new messages go to, where the user chose one. */
  model: string | null;
  /** Whether there are turns before these: ask for them with `before`. */
  hasEarlier: boolean;
}

/** The place in a source that a reference points at; empty for the source as a whole. */
export interface Locator {
  /** Counts from 1. */
  page?: number;
  rowRange?: RowRange;
  startMs?: number;
  quote?: string;
}

/** The place in a source that a reference points at; empty for the source as a whole. */
export interface LocatorInput {
  /** Counts from 1. */
  page?: number | null;
  rowRange?: RowRange | null;
  startMs?: number | null;
  quote?: string | null;
}

/** An outgoing message as admins see it: without its content. */
export interface MailMessage {
  id: string;
  kind: MessageKind;
  /** The kind of code that it carries, such as `recovery`, or `feedback_reply`. */
  purpose: string;
  recipient: string;
  status: OutboxStatus;
  attempts: number;
  /** The next attempt, while it waits. */
  dueAt: string;
  lastError: string | null;
  /** The end of its code, or of its use; it isn't sent after that. */
  expiresAt: string;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface MailMessagePage {
  items: MailMessage[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** The transport of a message. */
export type MessageKind = "mail" | "sms";

/** The metadata in the bytes. */
export interface Metadata {
  title?: string;
  author?: string;
  site?: string;
  /** As the page writes it. */
  published?: string;
  language?: string;
  description?: string;
  durationMs?: number;
  pages?: number;
}

/** The usage and charge of a turn. */
export interface Metered {
  inputTokens: number;
  outputTokens: number;
  credits: number;
}

export interface ModelName {
  model: string;
}

/** A model as `GET /api/config` lists it. */
export interface ModelOnOffer {
  id: string;
  title: string;
  isDefault: boolean;
  /** Credits for a million tokens. */
  inputPrice: number;
  outputPrice: number;
}

/** The abilities detected by a model test. */
export interface ModelReport {
  model: string;
  /** The family of its endpoint; None of the built-in model. */
  provider: string | null;
  streaming: boolean;
  tools: boolean;
  parallelTools: boolean;
  reasoning: boolean;
  /** Whether the provider reports token usage. */
  usage: boolean;
  /** A readable error and the provider's own message. */
  error: string | null;
  detail: string | null;
}

/** A model's share of all these days. */
export interface ModelShare {
  model: string;
  turns: number;
  inputTokens: number;
  outputTokens: number;
  /** Credits that users were charged. */
  credits: number;
  /** Credits that the turns cost, charged or not. */
  cost: number;
  /** The part of `cost` that is computed with today's prices: of turns before their cost was recorded. */
  estimatedCost: number;
}

/** Which chats are asked again, and of which model. One of the conditions is required; all of them hold. */
export interface NewReplay {
  /** The number of most recently used chats. */
  latest?: number | null;
  /** Chats used since then. */
  since?: string | null;
  /** The email address of the chats' owner. */
  email?: string | null;
  /** Chats with an answer that its user rated so. */
  rating?: Thumb | null;
  /** Chats that `portolan chats tag` gave this tag. */
  tag?: string | null;
  /** Chats of users of this plan. */
  tier?: string | null;
  /** Without it, each turn runs on its original's model. */
  model?: string | null;
  /** The run that the answers are compared with; without it, the originals. */
  baselineId?: string | null;
}

/** How far a source was read. */
export type NodeSourceStatus = "whole" | "part" | "blocked" | "empty" | "reading";

/** A notification that a user gets once. */
export interface Notification {
  id: string;
  /** `usage_80`, `usage_100`, `webhook_disabled`, `board_full`. */
  kind: string;
  title: string;
  description: string;
}

/** A rich object of oEmbed 1.0. */
export interface OEmbed {
  version: string;
  type: string;
  provider_name: string;
  provider_url: string;
  title: string;
  /** In seconds. */
  cache_age: number;
  width: number;
  height: number;
  html: string;
}

/** A model in the list of an endpoint. */
export interface OfferedModel {
  id: string;
  /** Context window and output limit, if listed. */
  contextTokens: number | null;
  outputTokens: number | null;
}

export interface OpenCheckout {
  tier: string;
  interval: BillingInterval;
}

export interface OrderBody {
  items: ItemKey[];
}

/** The part of the queue that an admin looks at. */
export type OutboxPart = "sent" | "all" | "stuck" | "queued";

/** The columns that messages are sorted by. */
export type OutboxSort = "createdAt" | "recipient";

export type OutboxStatus = "waiting" | "sent" | "failed";

export type Outcome = "completed" | "cancelled" | "failed" | "limited";

/** Days of the whole installation, oldest first; the last one is today, UTC. */
export interface Overview {
  days: OverviewDay[];
  models: ModelShare[];
}

/** A day of the whole installation; days are those of UTC. */
export interface OverviewDay {
  day: string;
  newUsers: number;
  /** Users who asked something. */
  activeUsers: number;
  turns: number;
  /** Turns that ended in a fault. */
  failed: number;
  /** Milliseconds that completed turns took: half of them, and 95 of 100, were faster. */
  medianMillis: number | null;
  p95Millis: number | null;
  inputTokens: number;
  outputTokens: number;
  /** Credits that users were charged. */
  credits: number;
  /** Credits that the turns cost, charged or not. */
  cost: number;
  /** The part of `cost` that is computed with today's prices: of turns before their cost was recorded. */
  estimatedCost: number;
}

/** A key and whose it is, for admins. */
export interface OwnedApiKey {
  id: string;
  name: string;
  /** The first letters of the secret. */
  prefix: string;
  scopes: Scope[];
  expiresAt?: string;
  requestsPerMinute: number;
  lastUsedAt?: string;
  createdAt: string;
  user: KeyOwner;
}

/** A piece of a list, and where the next one begins. */
export interface OwnedApiKeyPage {
  items: OwnedApiKey[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export interface PartComparison {
  part: ComparedPart;
  /** Turns in which it is the same. */
  same: number;
}

/** A pending application and whose it is, for admins. */
export interface PendingApplication {
  user: KeyOwner;
  reason: string;
  appliedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface PendingApplicationPage {
  items: PendingApplication[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A public item that a contributor proposes for the discover page, for admins. */
export interface PendingProposal {
  kind: SavedKind;
  id: string;
  title: string;
  author: Author;
  thumbnailUrl?: string;
  updatedAt: string;
  /** Whether admins show it to everyone. */
  isCurated: boolean;
  topic?: string;
  proposedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface PendingProposalPage {
  items: PendingProposal[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A month: from `start` up to, but without, `end`. */
export interface Period {
  start: string;
  end: string;
}

export type Phase = "reading" | "querying" | "thinking" | "writing";

/** The background theme of a picture. */
export type PictureTheme = "light" | "dark";

export interface Plan {
  tier: Tier;
  name: string;
  /** In cents. */
  monthlyPrice: number;
  /** In cents; absent if the plan isn't sold by the year. */
  yearlyPrice?: number;
  currency: string;
  monthlyCredits: number;
  /** IDs of the models that may be used; empty for all. */
  models: string[];
  limits: PlanLimits;
  /** Features: credits and limits, then the operator's own sentences. */
  features: string[];
  /** Whether it can be bought here, by the month and by the year. */
  isSoldMonthly: boolean;
  isSoldYearly: boolean;
}

/** The limits of a plan; an absent one is none. */
export interface PlanLimits {
  turnsAtOnce?: number;
  uploadBytes?: number;
  storageBytes?: number;
  sources?: number;
  items?: number;
  boardNodes?: number;
  apiKeys: number;
  keyRequestsPerMinute: number;
}

/** `GET /api/plans`. */
export interface PlanList {
  /** The free plan first. */
  items: Plan[];
  /** Whether plans are sold here; otherwise the operator gives them. */
  isBillingEnabled: boolean;
}

/** A document with its text. */
export interface Portolan {
  id: string;
  title: string;
  /** The revision that a change has to name. */
  revision: number;
  markdown: string;
  visibility: Visibility;
  /** Whether the caller may change it. */
  isOwner: boolean;
  author: Author;
  createdAt: string;
  updatedAt: string;
}

/** A document in a list, without its text. */
export interface PortolanSummary {
  id: string;
  title: string;
  /** The beginning of its words. */
  excerpt: string;
  /** Grows by one with each change of the title or the text. */
  revision: number;
  visibility: Visibility;
  createdAt: string;
  updatedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface PortolanSummaryPage {
  items: PortolanSummary[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export interface PreviewChart {
  kind: ChartKind;
  spec: unknown;
  query?: QueryRequest | null;
  /** A chart of the caller: its rows are drawn again where its query is the same, or is not said. */
  chartId?: string | null;
}

/** An error of `/api` as an RFC 9457 problem. A client branches on `code`, never on the text. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** One or two sentences for the user: what happened and what to do. */
  detail: string;
  code: string;
  fields?: FieldProblem[];
  /** The stored state that a refused change is in conflict with. */
  current?: unknown;
}

/** `GET /api/user/profile`. */
export interface Profile {
  username: string | null;
  fullName: string | null;
  isAdmin: boolean;
  isContributor: boolean;
  avatarUrl: string | null;
  bio: string | null;
  professionalInfo: unknown;
}

/** A user's change of their own profile; None leaves a field as it is, Some(None) empties it. */
export interface ProfileChange {
  username?: string | null;
  fullName?: string | null;
  avatarUrl?: string | null;
  bio?: string | null;
  professionalInfo?: unknown;
}

export interface ProposalBody {
  topic?: string | null;
}

/** Returns a user's public profile and items. */
export interface PublicProfile {
  username: string;
  fullName?: string;
  avatarUrl?: string;
  bio?: string;
  /** Of contributors only; others' is private. */
  professionalInfo?: unknown;
  charts: PublishedItemPage;
  boards: PublishedItemPage;
  portolans: PublishedItemPage;
}

/** A published item in a list, with the fields that others may see. */
export interface PublishedItem {
  kind: SavedKind;
  id: string;
  title: string;
  author: Author;
  thumbnailUrl?: string;
  updatedAt: string;
  /** Whether admins show it to everyone. */
  isCurated: boolean;
}

/** A piece of a list, and where the next one begins. */
export interface PublishedItemPage {
  items: PublishedItem[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A query to draw. */
export interface QueryRequest {
  sql: string;
  sourceIds: string[];
  /** The stored plan that the query was derived from; ignored unless it yields this SQL. */
  plan?: unknown;
}

export interface RateTurn {
  /** Null takes the rating back. */
  rating?: Thumb | null;
  /** The answer that was expected. */
  comment?: string | null;
}

/** A user's rating of an answer. */
export interface Rating {
  rating: Thumb;
  /** The answer that the user had expected. */
  comment?: string;
}

export interface ReasonBody {
  reason: string;
}

/** A line of the audit log. */
export interface RecordedAction {
  id: string;
  /** None once the admin's account is deleted. */
  admin: ActivityUser | null;
  action: AdminActionKind;
  subjectKind: string;
  subject: string;
  detail: Record<string, unknown>;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface RecordedActionPage {
  items: RecordedAction[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export interface RefreshedChart {
  chart: Chart;
  changes: ChartChanges;
}

/** A run in figures, beside what it is compared with. */
export interface ReplayComparison {
  /** Turns that have something to be compared with. */
  compared: number;
  parts: PartComparison[];
  /** Over the compared turns that were begun. */
  amounts: AmountComparison[];
}

export interface ReplayDeliveries {
  /** Events before this time are left out. */
  since: string;
}

/** A batch replay with its progress. */
export interface ReplayRun {
  id: string;
  status: ReplayStatus;
  /** None if the admin's account is deleted. */
  startedBy: ActivityUser | null;
  selection: ChatSelection;
  /** None: each turn runs on its original's model. */
  model: string | null;
  /** The run that the answers are compared with; without one, the originals. */
  baselineId: string | null;
  /** Chats and turns of the selection; 0 until the run has begun. */
  chats: number;
  turns: number;
  /** Turns that are compared, those among them that differ, and those that weren't begun. */
  done: number;
  differing: number;
  refused: number;
  /** Credits that the replayed turns would have cost. */
  credits: number;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A piece of a list, and where the next one begins. */
export interface ReplayRunPage {
  items: ReplayRun[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export type ReplayStatus = "running" | "completed" | "cancelled" | "queued" | "failed" | "interrupted";

/** The answers of a replayed turn and of what it is compared with. */
export interface ReplayedAnswers {
  question: string;
  /** None if there is nothing to compare with. */
  reference: Block[] | null;
  /** None if the turn wasn't begun. */
  replayed: Block[] | null;
}

export interface ReplayedDeliveries {
  /** The number of events that are sent again; at most 1,000. */
  queued: number;
}

/** A replayed turn beside what it is compared with. */
export interface ReplayedTurn {
  turnId: string;
  chatId: string;
  /** None where admins can't read chats. */
  question: string | null;
  /** The original, or the turn of the baseline; None if that has no such turn. */
  reference: TurnSummary | null;
  /** None if the turn wasn't begun; `refusal` says why. */
  replayed: TurnSummary | null;
  refusal: string | null;
  /** Sources that the question named and that are gone. */
  missingSources: number;
  /** The parts that differ. */
  differences: ComparedPart[];
}

/** A piece of a list, and where the next one begins. */
export interface ReplayedTurnPage {
  items: ReplayedTurn[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export interface ReplyBody {
  text: string;
}

export interface RestoreVersion {
  version: number;
}

export interface ResultColumn {
  name: string;
  type: ColumnType;
}

export interface RetryTurn {
  /** In place of the chat's own. */
  model?: string | null;
}

/** The decision about an application or a proposal. */
export type ReviewStatus = "pending" | "accepted" | "declined";

/** Rows `start..=end`, counted from 1. */
export interface RowRange {
  start: number;
  end: number;
}

/** The input of a run in the protocol AG-UI. Its last message is asked; earlier ones are known from the chat. Tools, context and state of the front end are not used. */
export interface RunAgentInput {
  /** The id of a chat, or an id of the front end's own, which always leads to the same chat. */
  threadId: string;
  /** Repeating a run reads the same turn. */
  runId: string;
  messages: AgUiMessage[];
  forwardedProps?: ForwardedProps | null;
}

export type RunOutcome =
  | {
      type: "success";
    }
  | {
      type: "cancelled";
    };

/** Tokens that a model has read and written in a run. */
export interface RunUsage {
  model: string;
  inputTokens: number;
  outputTokens: number;
}

/** A table that everyone may try: small, interesting, and free to use. */
export interface Sample {
  /** Names it in calls. */
  name: string;
  title: string;
  description: string;
  /** The origin and the licence. */
  licence: string;
  /** Good first questions. */
  questions: string[];
}

/** A piece of a list, and where the next one begins. */
export interface SamplePage {
  items: Sample[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A bookmark of an item that the user can still see. */
export interface SavedItem {
  kind: SavedKind;
  id: string;
  title: string;
  savedAt: string;
  author: Author;
  thumbnailUrl?: string;
}

/** A piece of a list, and where the next one begins. */
export interface SavedItemPage {
  items: SavedItem[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export type SavedKind = "board" | "chart" | "chat" | "portolan";

/** A part of the API that a key opens. */
export type Scope = "read" | "chat" | "boards" | "admin";

/** Something that a search over everything found. */
export interface SearchHit {
  kind: SearchKind;
  id: string;
  title: string;
  snippet?: string;
  /** The turn of a chat that has the words. */
  turnId?: string;
  updatedAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface SearchHitPage {
  items: SearchHit[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export type SearchKind = "chat" | "chart";

export interface SectionProfile {
  heading: string;
  level: number;
  /** From 1. */
  line: number;
  startMs?: number;
}

export interface SendFeedback {
  text: string;
  metadata: FeedbackMetadataInput;
}

export interface SendMessage {
  text: string;
  sourceIds?: string[];
  /** Absent: the newest turn; null: the root. */
  parentTurnId?: string | null;
  model?: string | null;
}

export interface SetBoardVisibility {
  visibility: Visibility;
}

export interface SetChartVisibility {
  visibility: Visibility;
  /** The version to publish; defaults to the newest. */
  version?: number | null;
}

export interface SetPortolanVisibility {
  visibility: Visibility;
}

export interface SetSchedule {
  /** Null: only on request. */
  every?: Every | null;
}

/** A link to a read-only snapshot of a chat. `url` is a path of this site where no public URL is set. */
export interface Share {
  token: string;
  url: string;
  sharedAt: string;
  lastTurnId: string;
}

export interface ShareChat {
  /** The last turn of the branch that is shared; without it the chat's newest. */
  turnId?: string | null;
}

/** A branch of a chat, as anyone with the link may read it. */
export interface SharedChat {
  title: string;
  sharedAt: string;
  author: Author;
  turns: SharedTurn[];
}

/** A turn without its owner's private data: cost and rating. */
export interface SharedTurn {
  turnId: string;
  parentTurnId: string | null;
  message: UserMessage;
  model: string;
  outcome: Outcome | null;
  error?: TurnError;
  blocks: Block[];
  startedAt: string;
  finishedAt: string | null;
}

export type Side = "top" | "right" | "bottom" | "left";

/** A source as the API shows it: what it is, and what is in its columns. */
export interface Source {
  id: string;
  name: string;
  kind: string;
  status: SourceStatus;
  detail?: string;
  /** The address of the page. */
  url?: string;
  rowCount: number | null;
  columns: SourceColumn[];
  /** Edits of the columns: repairs that were made when the file was read, and the owner's own. */
  edits?: ColumnEdit[];
  /** The table's name in SQL. */
  table: string | null;
  /** Of a text: its title, outline and size. */
  document?: DocumentProfile;
  /** The metadata of a page or a PDF: title, author, site, published, language, pages … */
  metadata?: Metadata;
  createdAt: string;
}

export interface SourceColumn {
  name: string;
  type: ColumnType;
  nulls: number;
  distinct: number;
  min?: Cell;
  max?: Cell;
  /** Whether the total of its values is a figure of its own, as of sales; rates, prices and stocks are averaged instead. */
  isAdditive: boolean;
}

/** Words that mean a column: "revenue" means `sales_amount`. */
export interface SourceColumnWords {
  words: string;
  column: string;
  /** Whether it was proposed from the data and never edited. */
  generated: boolean;
}

/** Words that mean a column: "revenue" means `sales_amount`. */
export interface SourceColumnWordsInput {
  words: string;
  column: string;
  /** Whether it was proposed from the data and never edited. */
  generated?: boolean;
}

/** A piece of a list, and where the next one begins. */
export interface SourcePage {
  items: Source[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** Words that mean rows by a column: "heavy" means a high `body_mass`. */
export interface SourcePhrasing {
  words: string;
  column: string;
  meaning: WordMeaning;
  /** Whether it was proposed from the data and never edited. */
  generated: boolean;
}

/** Words that mean rows by a column: "heavy" means a high `body_mass`. */
export interface SourcePhrasingInput {
  words: string;
  column: string;
  meaning: WordMeaning;
  /** Whether it was proposed from the data and never edited. */
  generated?: boolean;
}

/** Rows in the order of `columns`. Integers beyond 2^53 are strings; dates are `YYYY-MM-DD`, date-times `YYYY-MM-DDTHH:MM:SS[.fff]`; what is not a number (NaN, infinities) is null. */
export interface SourceRows {
  columns: ResultColumn[];
  rows: (string | number | boolean | null)[][];
  /** How many rows the query gave, also those left out. */
  rowCount: number;
  truncated: boolean;
  tookMs: number;
}

/** A source at the moment when a query read it. */
export interface SourceStamp {
  sourceId: string;
  name: string;
  /** SHA-256, in hexadecimal, of the file as it was uploaded. */
  contentHash: string;
}

/** How much of it could be read. */
export type SourceStatus = "whole" | "part" | "blocked" | "empty" | "reading";

/** Words that mean something in a table: generated from its data, taught and edited by its owner. */
export interface SourceWords {
  /** A noun for a row: "flight". */
  row?: string;
  /** Names and synonyms of columns. */
  terms: SourceColumnWords[];
  /** Words for a condition or a direction: "late", "expensive". */
  phrasings: SourcePhrasing[];
}

/** Words that mean something in a table: generated from its data, taught and edited by its owner. */
export interface SourceWordsInput {
  /** A noun for a row: "flight". */
  row?: string | null;
  /** Names and synonyms of columns. */
  terms?: SourceColumnWordsInput[];
  /** Words for a condition or a direction: "late", "expensive". */
  phrasings?: SourcePhrasingInput[];
}

/** Whether the connection is encrypted, as libpq names it. */
export type SslMode = "disable" | "require" | "verify-full";

export interface StoredSource {
  id: string;
}

export interface Subscription {
  planName: string;
  interval?: BillingInterval;
  paidUntil: string;
  /** When it ends, if it was canceled. */
  endsAt?: string;
  /** Whether a payment failed; the plan stays while the provider asks for it again. */
  isPaymentMissing: boolean;
}

/** `GET /api/billing/subscription`. */
export interface SubscriptionAnswer {
  /** Null for an account that pays nothing. */
  subscription: Subscription | null;
}

/** A table's name in its database. */
export interface TableName {
  schema: string;
  table: string;
}

/** A word, and the column of the table that it means. */
export interface TeachWord {
  words: string;
  column: string;
}

/** `start..end` in UTF-16 units of a text. */
export interface TextRange {
  start: number;
  end: number;
}

export type ThemeName = "light" | "dark";

export type Thumb = "up" | "down";

/** The id of a plan, such as `pro`. */
export type Tier = string;

/** How a model calls tools. */
export type ToolSupport = "auto" | "native" | "text";

/** A topic of contributors. */
export interface Topic {
  topic: string;
  /** Public items in it. */
  items: number;
}

export interface TopicBody {
  topic: string;
}

/** A message and its answer. */
export interface Turn {
  turnId: string;
  /** None for a root of the chat. */
  parentTurnId: string | null;
  message: UserMessage;
  /** The words of the message with their meanings, where the answer came from a query plan. */
  understood?: UnderstoodWord[];
  model: string;
  /** None while the turn runs. */
  outcome: Outcome | null;
  error?: TurnError;
  /** In the order in which they were closed. */
  blocks: Block[];
  /** Zero while the turn runs: only the final metering counts. */
  metered: Metered;
  /** The user's rating of the answer; stored beside the log. */
  rating?: Rating;
  startedAt: string;
  finishedAt: string | null;
}

/** Why a turn did not complete; `code` is stable, `message` is for people. */
export interface TurnError {
  code: string;
  message: string;
  retryable: boolean;
}

/** The compared parts of a turn. */
export interface TurnSummary {
  model: string | null;
  outcome: Outcome | null;
  blockTypes: BlockType[];
  /** A hash of each chart's kind and data, whatever it is called and however it looks. */
  charts: string[];
  /** A hash of each chart's kind, marks and channels, whatever its data. */
  encodings: string[];
  /** The numbers in the prose, in order. */
  numbers: string[];
  /** How many of them no query explains. */
  unverifiedNumbers: number;
  /** The places in sources that the answer refers to. */
  references: string[];
  metered: Metered | null;
  durationMillis: number | null;
}

/** A word or phrase of a message with the meaning that the answer gave it. */
export interface UnderstoodWord {
  text: string;
  /** `start..end` in UTF-16 units of the message. */
  start: number;
  end: number;
  state: WordState;
  /** In plain words: "the column Horsepower"; None for unused words. */
  meaning?: string;
  /** Columns that the word may mean as well. */
  alternatives?: string[];
  /** The source of the alternatives, which can be taught the one that is meant. */
  sourceId?: string;
}

export interface UpdateBoard {
  title?: string | null;
  nodes?: BoardNodeInput[];
  removedNodeIds?: string[];
  edges?: BoardEdgeInput[];
  removedEdgeIds?: string[];
}

/** Missing fields stay unchanged. */
export interface UpdateChart {
  title?: string | null;
  description?: string | null;
  kind?: ChartKind | null;
  spec?: unknown;
  query?: QueryRequest | null;
  encodingNotes?: string[] | null;
  annotations?: ChartAnnotationInput[] | null;
  /** Why it was changed. */
  note?: string | null;
  /** The version that was looked at when this was written. */
  baseVersion?: number | null;
}

export interface UpdateChat {
  title?: string | null;
  /** The model that new messages go to; null for the default one. */
  model?: string | null;
}

export interface UpdateFeedback {
  status: FeedbackStatus;
}

export interface UpdatePortolan {
  title?: string | null;
  markdown?: string | null;
  /** The revision that the change was made on. */
  revision?: number | null;
}

/** Absent values stay as they are. */
export interface UpdateWebhook {
  url?: string | null;
  description?: string | null;
  events?: WebhookEvent[] | null;
  isEnabled?: boolean | null;
}

export interface UpdatedBoard {
  revision: number;
  updatedAt: string;
}

/** One line of the ledger: how many credits came or went, and why. */
export interface UsageEntry {
  /** 1, 2, 3 … per user. */
  number: number;
  kind: EntryKind;
  /** Credits; negative where they went. */
  amount: number;
  balanceAfter: number;
  turnId?: string;
  chatId?: string;
  /** The chat's current title; none once it is deleted. */
  chatTitle?: string;
  /** The message that the charge is for; none once its chat is deleted. */
  question?: string;
  description: string;
  /** The model that read and wrote, and how many tokens. */
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  /** The provider reported no usage, so it was counted here; a later report becomes an adjustment. */
  estimated?: boolean;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface UsageEntryPage {
  items: UsageEntry[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** A charged turn, or its correction, as a CloudEvent 1.0 in JSON. */
export interface UsageEvent {
  /** Always `1.0`. */
  specversion: string;
  /** The same whenever the event is read. */
  id: string;
  /** The server, by its public address where it has one. */
  source: string;
  type: UsageEventType;
  /** The user. */
  subject: string;
  time: string;
  /** Always `application/json`. */
  datacontenttype: string;
  data: UsageEventData;
}

export interface UsageEventData {
  /** Credits that this event takes; a correction may give some back and is negative then. */
  credits: number;
  turnId: string;
  chatId: string | null;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** Whether the tokens are estimated because the provider has reported none. */
  isEstimated: boolean;
}

/** A piece of a list, and where the next one begins. */
export interface UsageEventPage {
  items: UsageEvent[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export type UsageEventType = "portolan.usage.charged" | "portolan.usage.corrected";

/** An event of `GET /api/user/events`. */
export type UserEvent =
  | {
      event: "plan.changed";
      data: UserPlan;
    }
  | {
      event: "notification";
      data: Notification;
    };

export interface UserMessage {
  text: string;
  sourceIds: string[];
}

/** The user's state in this period, as a client reads it. */
export interface UserPlan {
  activeSubscriptionTier: Tier;
  /** No settled credit is left, and no overage either. */
  usageLimitReached: boolean;
  /** Settled credits, without regard to holds. */
  creditsLeft: number;
  /** The credits left and spent in this period. */
  creditsTotal: number;
  /** Of `credits_total`, from 0 to 100, with two decimals. */
  percentUsage: number;
  period: Period;
  canceledAt: string | null;
  cancelAtPeriodEnd: boolean;
}

/** The columns that users are sorted by. */
export type UserSort = "createdAt" | "creditsLeft" | "email" | "periodCreditsUsed";

/** A user's credits as admins see them. */
export interface UserUsage {
  userId: string;
  email: string | null;
  username?: string;
  tier: Tier;
  creditsLeft: number;
  creditsTotal: number;
  /** Credits and turns of the asked days. */
  creditsUsed: number;
  turns: number;
  /** Credits of the plan's present period. */
  periodCreditsUsed: number;
  lastTurnAt?: string;
  isAdmin: boolean;
  /** The account is suspended until then. */
  suspendedUntil?: string;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface UserUsagePage {
  items: UserUsage[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** How a version came about. */
export type VersionReason = "edited" | "restored" | "duplicated" | "asked" | "refreshed";

/** The views of one day, UTC. */
export interface ViewDay {
  day: string;
  views: number;
}

export interface ViewingAdmin {
  username?: string;
}

/** The visibility of an item: its owner, anyone with the link, everyone. */
export type Visibility = "private" | "unlisted" | "public";

/** An endpoint that is told of its owner's events. */
export interface Webhook {
  id: string;
  url: string;
  description: string;
  events: WebhookEvent[];
  status: WebhookStatus;
  /** The first failed attempt since the last successful one. */
  failingSince?: string;
  /** Until then deliveries are signed with the secret before the last rotation too. */
  previousSecretUntil?: string;
  createdAt: string;
}

/** An event on its way to a webhook, and the result. */
export interface WebhookDelivery {
  id: string;
  /** The header `webhook-id`: the same in every attempt. */
  eventId: string;
  event: WebhookEvent;
  /** The body. */
  payload: unknown;
  status: DeliveryStatus;
  attempts: number;
  /** The next attempt; of a queued delivery alone. */
  nextAttemptAt?: string;
  lastAttempt?: DeliveryAttempt;
  createdAt: string;
}

/** A piece of a list, and where the next one begins. */
export interface WebhookDeliveryPage {
  items: WebhookDelivery[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

/** An event that webhooks are told of. */
export type WebhookEvent = "turn.finished" | "chart.published" | "chart.refreshed" | "limit.reached" | "webhook.test";

/** A piece of a list, and where the next one begins. */
export interface WebhookPage {
  items: Webhook[];
  /** None at the end of the list. */
  nextCursor: string | null;
}

export type WebhookStatus = "enabled" | "disabled" | "failed";

/** A webhook with its secret, which is told this once. */
export interface WebhookWithSecret {
  id: string;
  url: string;
  description: string;
  events: WebhookEvent[];
  status: WebhookStatus;
  /** The first failed attempt since the last successful one. */
  failingSince?: string;
  /** Until then deliveries are signed with the secret before the last rotation too. */
  previousSecretUntil?: string;
  createdAt: string;
  /** Begins with `whsec_`. */
  secret: string;
}

export interface WithdrawBody {
  reason: string;
}

/** The rows that words mean by a column. */
export type WordMeaning =
  | {
      type: "high";
    }
  | {
      type: "low";
    }
  | {
      type: "is";
      values: string[];
    }
  | {
      type: "above";
      number: number;
    }
  | {
      type: "below";
      number: number;
    };

export type WordState = "understood" | "unsure" | "unused";

/** Types that `validate` checks, by name. */
export interface Validated {
  LoadedChat: LoadedChat;
  ChatEvent: ChatEvent;
  SharedChat: SharedChat;
  UserEvent: UserEvent;
}
