import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Block, BlockType } from "../../../app/stream/blocks.ts";
import type { Chat } from "../../../app/stream/chat.ts";
import { parseCursor } from "../../../app/stream/cursor.ts";
import type { Outcome, Phase, UserMessage } from "../../../app/stream/events.ts";
import { type LogEvent, resume, snapshot } from "../../../app/stream/testing/event-log.ts";
import { problem } from "./answers.ts";

/** A block without its id: the chat gives it one. */
export type BlockContent = Block extends infer B ? (B extends Block ? Omit<B, "id"> : never) : never;

/** A chat of the scripted server: its log, and the streams that follow it. */
export class ScriptedChat {
  readonly id = randomUUID();
  readonly log: LogEvent[] = [];
  title = "";
  #streams = new Set<ServerResponse>();
  #open: { turnId: string; blockId: string; length: number } | null = null;
  #running: { turnId: string; blocks: number } | null = null;
  #last = 0;

  get running(): string | null {
    return this.#running?.turnId ?? null;
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  snapshot(): Chat {
    return snapshot({ id: this.id, title: this.title, lastEventId: 0, turns: [] }, this.log);
  }

  /** Answers a request for the event stream. */
  stream(response: ServerResponse, after: string) {
    const cursor = parseCursor(after);
    if (cursor === null || cursor.event > this.#last) {
      problem(response, 400, "bad_cursor", "The cursor is not one of this chat. Load the chat again.");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.write(": joined\n\n");
    for (const event of resume(this.log, cursor)) response.write(encode(event));
    this.#streams.add(response);
    response.on("close", () => this.#streams.delete(response));
  }

  /** Cuts every stream in the middle. */
  cut() {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  start(
    message: UserMessage,
    parentTurnId: string | null,
    { turnId = randomUUID() as string, model = "scripted" }: { turnId?: string; model?: string | undefined } = {},
  ): string {
    this.#running = { turnId, blocks: 0 };
    this.#store("turn.started", { turnId, parentTurnId, model, message, startedAt: now() });
    return turnId;
  }

  progress(phase: Phase, label: string, done?: number, total?: number) {
    this.#send({ event: "turn.progress", data: { turnId: this.running, phase, label, done, total } });
  }

  open(type: BlockType): string {
    const running = this.#running;
    if (running === null) throw new Error("no turn runs");
    const blockId = randomUUID();
    this.#open = { turnId: running.turnId, blockId, length: 0 };
    this.#store("block.opened", { turnId: running.turnId, blockId, index: running.blocks, type });
    return blockId;
  }

  write(text: string) {
    if (this.#open === null) throw new Error("no block is open");
    this.#open.length += text.length;
    const { blockId, length } = this.#open;
    this.#send({ id: `${this.#last}.${length}`, event: "block.delta", data: { blockId, text } });
  }

  close(content: BlockContent) {
    const open = this.#open;
    if (open === null || this.#running === null) throw new Error("no block is open");
    this.#open = null;
    this.#running.blocks += 1;
    this.#store("block.closed", { turnId: open.turnId, block: { id: open.blockId, ...content } });
  }

  discard() {
    if (this.#open === null) throw new Error("no block is open");
    this.#store("block.discarded", { blockId: this.#open.blockId });
    this.#open = null;
  }

  add(content: BlockContent) {
    this.open(content.type);
    this.close(content);
  }

  /** Something has landed on the board that the chat belongs to. */
  tellBoard(data: unknown) {
    this.#send({ event: "board.changed", data });
  }

  finish(outcome: Outcome = "completed", credits = 3, error?: { code: string; message: string; retryable: boolean }) {
    const turnId = this.running;
    this.#store("turn.metered", { turnId, inputTokens: 1_240, outputTokens: 380, credits, final: true });
    this.#running = null;
    this.#open = null;
    this.#store("turn.finished", { turnId, outcome, error, finishedAt: now() });
  }

  rename(title: string) {
    this.title = title;
    this.#store("chat.changed", { title });
  }

  #store(event: string, data: unknown) {
    this.#last += 1;
    this.#send({ id: String(this.#last), event, data });
  }

  #send(event: LogEvent) {
    // Through JSON, as the log of a server is: fields without a value are gone.
    const plain = JSON.parse(JSON.stringify(event)) as LogEvent;
    this.log.push(plain);
    for (const stream of this.#streams) stream.write(encode(plain));
  }
}

function encode({ id, event, data }: LogEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function now(): string {
  return new Date().toISOString();
}
