import type { Block } from "../stream/blocks.ts";
import type { ChatEvent } from "../stream/events.ts";
import { announce as strings } from "./strings";

/** As much as is read out of one block. */
const MOST_CHARACTERS = 600;

/** Screen-reader announcement of an event: finished parts, never single words. */
export function announcementOf(event: ChatEvent): string | null {
  switch (event.event) {
    case "block.closed":
      return announceBlock(event.data.block);
    case "turn.finished":
      switch (event.data.outcome) {
        case "completed":
          return strings.answerComplete;
        case "cancelled":
          return strings.answerStopped;
        case "limited":
          return strings.youRanOutOfCredits;
        case "failed":
          return strings.theAnswerFailed(event.data.error?.message ?? "").trim();
      }
      break;
    default:
      return null;
  }
}

function announceBlock(block: Block): string | null {
  switch (block.type) {
    case "text":
      return shorten(block.markdown.replace(/\[\^\d+\]|[*_`#>|]/g, ""));
    case "chart":
      return shorten(strings.chart(block.title, block.description));
    case "error":
      return block.message;
    default:
      return null;
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
