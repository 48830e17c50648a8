import type chartKinds from "./chart-kinds.json";

/** One finished piece of an answer, as the wire has it. */
export type Block =
  | TextBlock
  | ThinkingBlock
  | ChartBlock
  | ReferenceBlock
  | SuggestionBlock
  | TimestampBlock
  | ErrorBlock;

/** The `type` of a block, known when it opens. */
export type BlockType = Block["type"];

/** GitHub-flavoured Markdown; `[^1]` points at the reference with that index. */
export interface TextBlock {
  id: string;
  type: "text";
  markdown: string;
  /** Numbers in the prose that no query of the turn produced; absent where there is none. */
  unverifiedNumbers?: TextRange[] | undefined;
}

/** A part of a text, in UTF-16 units; the end does not belong to it. */
export interface TextRange {
  start: number;
  end: number;
}

/** Model reasoning before the answer. */
export interface ThinkingBlock {
  id: string;
  type: "thinking";
  markdown: string;
  durationMs: number;
}

/** A chart with the rows that it draws and the query that they came from. */
export interface ChartBlock {
  id: string;
  type: "chart";
  chartId: string;
  /** Counts from 1. */
  version: number;
  kind: ChartKind;
  /** States the finding. */
  title: string;
  /** For those who cannot see the chart. */
  description: string;
  /** For `plot` a Vega-Lite specification; for kinds without rows the outline, nodes or events. */
  spec: unknown;
  data: ChartData | null;
  query: ChartQuery | null;
  /** The choices that were made, one short sentence each. */
  encodingNotes: string[];
  /** Choices that the user can change with a message. */
  choices?: Choice[];
  /** The query plan behind query and chart; the client only hands it back. */
  plan?: unknown;
}

/** A choice that was made, and what it could be changed to. */
export interface Choice {
  /** One of the chart's `encodingNotes`, word for word. */
  note: string;
  alternatives: Alternative[];
}

export interface Alternative {
  /** A word or three: "by month". */
  label: string;
  /** The message that makes this change. */
  prompt: string;
}

/** One of those that the registry names; nothing else lists them. */
export type ChartKind = keyof typeof chartKinds;

/** Rows in the order of `columns`; integers beyond 2^53 are strings, dates ISO 8601 text. */
export interface ChartData {
  columns: DataColumn[];
  rows: unknown[][];
  /** True where the query gave more rows than the block holds. */
  truncated: boolean;
}

export interface DataColumn {
  name: string;
  /** `string`, `number`, `integer`, `boolean`, `date` or `datetime`. */
  type: string;
}

/** Running `sql` again over the same sources gives the same rows. */
export interface ChartQuery {
  sql: string;
  sourceIds: string[];
  rowCount: number;
  tookMs: number;
}

export interface ReferenceBlock {
  id: string;
  type: "reference";
  /** Counts from 1 within the turn. */
  index: number;
  sourceId: string;
  title: string;
  url?: string | undefined;
  locator: Locator;
}

/** The place in a source that a reference points at; empty for the source as a whole. */
export interface Locator {
  /** Counts from 1. */
  page?: number | undefined;
  /** Both ends belong to it; rows count from 1. */
  rowRange?: { start: number; end: number } | undefined;
  startMs?: number | undefined;
  quote?: string | undefined;
}

/** A next question: a click sends `prompt`. */
export interface SuggestionBlock {
  id: string;
  type: "suggestion";
  label: string;
  prompt: string;
}

/** A link into a video. */
export interface TimestampBlock {
  id: string;
  type: "timestamp";
  sourceId: string;
  url: string;
  startMs: number;
  endMs?: number | undefined;
  label: string;
}

export interface ErrorBlock {
  id: string;
  type: "error";
  /** Stable, in snake_case. */
  code: string;
  message: string;
  retryable: boolean;
}
