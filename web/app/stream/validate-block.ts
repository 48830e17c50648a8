import type {
  Alternative,
  Block,
  BlockType,
  ChartBlock,
  ChartData,
  ChartKind,
  ChartQuery,
  Choice,
  DataColumn,
  ErrorBlock,
  Locator,
  ReferenceBlock,
  SuggestionBlock,
  TextBlock,
  TextRange,
  ThinkingBlock,
  TimestampBlock,
} from "./blocks.ts";
import chartKinds from "./chart-kinds.json";
import {
  anything,
  asRecord,
  boolean,
  type Check,
  count,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from "./shape.ts";

const id = string;

const chartData = object<ChartData>({
  columns: list(object<DataColumn>({ name: string, type: string })),
  rows: list(list(anything)),
  truncated: boolean,
});

const chartQuery = object<ChartQuery>({
  sql: string,
  sourceIds: list(string),
  rowCount: count,
  tookMs: count,
});

const choice = object<Choice>({
  note: string,
  alternatives: list(object<Alternative>({ label: string, prompt: string })),
});

const locator = object<Locator>({
  page: optional(count),
  rowRange: optional(object<{ start: number; end: number }>({ start: count, end: count })),
  startMs: optional(count),
  quote: optional(string),
});

const checks: { [T in BlockType]: Check<Extract<Block, { type: T }>> } = {
  text: object<TextBlock>({
    id,
    type: oneOf(["text"]),
    markdown: string,
    unverifiedNumbers: optional(list(object<TextRange>({ start: count, end: count }))),
  }),
  thinking: object<ThinkingBlock>({
    id,
    type: oneOf(["thinking"]),
    markdown: string,
    durationMs: count,
  }),
  chart: object<ChartBlock>({
    id,
    type: oneOf(["chart"]),
    chartId: string,
    version: count,
    kind: oneOf(Object.keys(chartKinds) as ChartKind[]),
    title: string,
    description: string,
    spec: anything,
    data: nullable(chartData),
    query: nullable(chartQuery),
    encodingNotes: list(string),
    choices: optional(list(choice)),
    plan: anything,
  }),
  reference: object<ReferenceBlock>({
    id,
    type: oneOf(["reference"]),
    index: count,
    sourceId: string,
    title: string,
    url: optional(string),
    locator,
  }),
  suggestion: object<SuggestionBlock>({
    id,
    type: oneOf(["suggestion"]),
    label: string,
    prompt: string,
  }),
  timestamp: object<TimestampBlock>({
    id,
    type: oneOf(["timestamp"]),
    sourceId: string,
    url: string,
    startMs: count,
    endMs: optional(count),
    label: string,
  }),
  error: object<ErrorBlock>({
    id,
    type: oneOf(["error"]),
    code: string,
    message: string,
    retryable: boolean,
  }),
};

export const blockType: Check<BlockType> = oneOf(Object.keys(checks) as BlockType[]);

export const block: Check<Block> = (value, path) => {
  const type = blockType(asRecord(value, path).type, `${path}.type`);
  return checks[type](value, path);
};
