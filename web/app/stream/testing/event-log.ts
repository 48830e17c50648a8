import fc from "fast-check";
import type { Chat } from "../chat.ts";
import type { Cursor } from "../cursor.ts";
import { decodeRecorded, isStored, type RecordedEvent } from "../decode.ts";
import { fold, stateOf } from "../fold.ts";

/** An event as the server's log and its live tail have it, in order. */
export type LogEvent = RecordedEvent & { id?: string };

export const started: LogEvent = {
  id: "1",
  event: "turn.started",
  data: {
    turnId: "t1",
    parentTurnId: null,
    model: "built-in",
    message: { text: "How many?", sourceIds: [] },
    startedAt: "2026-01-02T03:04:05Z",
  },
};

type LogStep = Writing | { do: "suggestion" | "progress" | "rename" | "metered" | "understood" };

interface Writing {
  do: "text" | "thinking";
  pieces: string[];
  isDiscarded: boolean;
}

const pieces = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }), { minLength: 0, maxLength: 5 });

const step: fc.Arbitrary<LogStep> = fc.oneof(
  fc.record({ do: fc.constantFrom("text" as const, "thinking" as const), pieces, isDiscarded: fc.boolean() }),
  fc.record({
    do: fc.constantFrom(
      "suggestion" as const,
      "progress" as const,
      "rename" as const,
      "metered" as const,
      "understood" as const,
    ),
  }),
);

/** Logs of a few turns, the last of which may still run with a block open. */
export const logs: fc.Arbitrary<LogEvent[]> = fc
  .tuple(fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), fc.boolean(), fc.nat())
  .map(([turns, isRunning, cut]) => {
    const log = writeLog(turns);
    return isRunning ? log.slice(0, 1 + (cut % log.length)) : log;
  });

function writeLog(turns: LogStep[][]): LogEvent[] {
  const writer = new LogWriter();
  for (const [place, steps] of turns.entries()) writer.turn(place, steps);
  return writer.log;
}

class LogWriter {
  readonly log: LogEvent[] = [];
  #last = 0;
  #blocks = 0;

  turn(place: number, steps: LogStep[]) {
    const turnId = `t${place + 1}`;
    const parentTurnId = place === 0 ? null : `t${place}`;
    const message = { text: `Question ${place}`, sourceIds: [] };
    this.#store("turn.started", {
      turnId,
      parentTurnId,
      model: "built-in",
      message,
      startedAt: "2026-01-02T03:04:05Z",
    });
    for (const [index, step] of steps.entries()) this.#step(turnId, index, step);
    this.#store("turn.metered", { turnId, inputTokens: 9, outputTokens: 8, credits: 7, final: true });
    this.#store("turn.finished", { turnId, outcome: "completed", finishedAt: "2026-01-02T03:04:06Z" });
  }

  #step(turnId: string, index: number, step: LogStep) {
    this.#blocks += 1;
    const blockId = `b${this.#blocks}`;
    switch (step.do) {
      case "text":
      case "thinking":
        this.#store("block.opened", { turnId, blockId, index, type: step.do });
        this.#close(turnId, blockId, step, this.#write(blockId, step.pieces));
        return;
      case "suggestion":
        this.#store("block.opened", { turnId, blockId, index, type: "suggestion" });
        this.#store("block.closed", { turnId, block: { id: blockId, type: "suggestion", label: "More", prompt: "?" } });
        return;
      case "progress":
        this.log.push({ event: "turn.progress", data: { turnId, phase: "reading", label: "Reading" } });
        return;
      case "understood":
        this.#store("turn.understood", {
          turnId,
          words: [{ text: "Question", start: 0, end: 8, state: "understood", meaning: `Meaning ${this.#last}` }],
        });
        return;
      case "rename":
        this.#store("chat.changed", { title: `Title ${this.#last}` });
        return;
      case "metered":
        this.log.push({
          event: "turn.metered",
          data: { turnId, inputTokens: 1, outputTokens: 1, credits: 1, final: false },
        });
    }
  }

  #write(blockId: string, pieces: readonly string[]): string {
    let markdown = "";
    for (const [place, text] of pieces.entries()) {
      // A title may arrive in the middle of a block: the deltas after it count on.
      if (place === 2) this.#store("chat.changed", { title: `Title of ${blockId}` });
      markdown += text;
      this.log.push({ id: `${this.#last}.${markdown.length}`, event: "block.delta", data: { blockId, text } });
    }
    return markdown;
  }

  #close(turnId: string, blockId: string, step: Writing, markdown: string) {
    if (step.isDiscarded) this.#store("block.discarded", { blockId });
    else if (step.do === "text")
      this.#store("block.closed", { turnId, block: { id: blockId, type: "text", markdown } });
    else {
      this.#store("block.closed", { turnId, block: { id: blockId, type: "thinking", markdown, durationMs: 7 } });
    }
  }

  #store(event: string, data: unknown) {
    this.#last += 1;
    this.log.push({ id: String(this.#last), event, data });
  }
}

/** Events that a server sends by the contract to a client with `cursor` when `log` has happened. */
export function resume(log: readonly LogEvent[], cursor: Cursor): LogEvent[] {
  const stored = log.filter((event) => isStored(decodeRecorded(event).event));
  const last = stored.length;
  const after = stored.slice(cursor.event);
  const open = openText(log);
  if (open === null) return after;
  const from = after.length === 0 ? (cursor.offset ?? 0) : 0;
  if (from >= open.text.length) return after;
  const rest: LogEvent = {
    id: `${last}.${open.text.length}`,
    event: "block.delta",
    data: { blockId: open.blockId, text: open.text.slice(from) },
  };
  return [...after, rest];
}

/** Response of `GET /api/chats/{id}` when `log` has happened. */
export function snapshot(empty: Chat, log: readonly LogEvent[]): Chat {
  return log.reduce((state, event) => fold(state, decodeRecorded(event)) ?? state, stateOf(empty)).chat;
}

function openText(log: readonly LogEvent[]): { blockId: string; text: string } | null {
  let open: { blockId: string; text: string } | null = null;
  for (const recorded of log) {
    const { event } = decodeRecorded(recorded);
    if (event.event === "block.opened") open = { blockId: event.data.blockId, text: "" };
    else if (event.event === "block.delta" && open) open.text += event.data.text;
    else if (event.event === "block.closed" || event.event === "block.discarded") open = null;
  }
  return open;
}
