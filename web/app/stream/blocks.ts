import type { Block } from "../contract/types.ts";

export type {
  Alternative,
  Block,
  BlockType,
  Cell,
  ChartData,
  ChartKind,
  ChartQuery,
  Choice,
  DataColumn,
  Locator,
  TextRange,
} from "../contract/types.ts";

type BlockOf<T extends Block["type"]> = Extract<Block, { type: T }>;

/** GitHub-flavoured Markdown; `[^1]` points at the reference with that index. */
export type TextBlock = BlockOf<"text">;
/** Model reasoning before the answer. */
export type ThinkingBlock = BlockOf<"thinking">;
/** A chart with the rows that it draws and the query that they came from. */
export type ChartBlock = BlockOf<"chart">;
export type ReferenceBlock = BlockOf<"reference">;
/** A next question: a click sends `prompt`. */
export type SuggestionBlock = BlockOf<"suggestion">;
/** A link into a video. */
export type TimestampBlock = BlockOf<"timestamp">;
export type ErrorBlock = BlockOf<"error">;
