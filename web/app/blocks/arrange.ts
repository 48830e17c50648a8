import type {
  Block,
  ChartBlock,
  ErrorBlock,
  ReferenceBlock,
  SuggestionBlock,
  TextBlock,
  ThinkingBlock,
  TimestampBlock,
} from "../stream/blocks.ts";

/** Layout rows of an answer; consecutive small blocks of a kind share a row. */
export type AnswerPart =
  | { kind: "text"; key: string; block: TextBlock }
  | { kind: "thinking"; key: string; block: ThinkingBlock }
  | { kind: "chart"; key: string; block: ChartBlock }
  | { kind: "error"; key: string; block: ErrorBlock }
  | { kind: "references"; key: string; blocks: readonly ReferenceBlock[] }
  | { kind: "suggestions"; key: string; blocks: readonly SuggestionBlock[] }
  | { kind: "timestamps"; key: string; blocks: readonly TimestampBlock[] };

export function arrangeAnswer(blocks: readonly Block[]): AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    const isJoined = last !== undefined && join(last, block);
    if (!isJoined) parts.push(partOf(block));
  }
  return parts;
}

function join(part: AnswerPart, block: Block): boolean {
  if (part.kind === "references" && block.type === "reference") part.blocks = [...part.blocks, block];
  else if (part.kind === "suggestions" && block.type === "suggestion") part.blocks = [...part.blocks, block];
  else if (part.kind === "timestamps" && block.type === "timestamp") part.blocks = [...part.blocks, block];
  else return false;
  return true;
}

function partOf(block: Block): AnswerPart {
  const key = block.id;
  switch (block.type) {
    case "text":
      return { kind: "text", key, block };
    case "thinking":
      return { kind: "thinking", key, block };
    case "chart":
      return { kind: "chart", key, block };
    case "error":
      return { kind: "error", key, block };
    case "reference":
      return { kind: "references", key, blocks: [block] };
    case "suggestion":
      return { kind: "suggestions", key, blocks: [block] };
    case "timestamp":
      return { kind: "timestamps", key, blocks: [block] };
  }
}
