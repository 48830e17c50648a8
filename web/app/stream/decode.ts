import { ShapeError, validate } from "../contract/validate.ts";
import { type Cursor, parseCursor } from "./cursor.ts";
import type { ChatEvent } from "./events.ts";

/** One event with its place in the stream; null for events that no cursor can name. */
export interface EventFrame {
  id: Cursor | null;
  event: ChatEvent;
}

/** The part of a `MessageEvent` of an `EventSource` that is read. */
export interface WireMessage {
  type: string;
  data: string;
  lastEventId: string;
}

/** Throws `ShapeError` if the message is not one of the contract. */
export function decodeFrame(message: WireMessage): EventFrame {
  const event = validate("ChatEvent", { event: message.type, data: parseJson(message) }, message.type);
  return { event, id: hasId(event) ? requireCursor(message.lastEventId) : null };
}

/** A golden fixture's or a recording's event: the id is missing where the wire has none. */
export interface RecordedEvent {
  id?: string | number | undefined;
  event: string;
  data: unknown;
}

export function decodeRecorded(recorded: RecordedEvent): EventFrame {
  const event = validate("ChatEvent", { event: recorded.event, data: recorded.data }, recorded.event);
  return { event, id: hasId(event) ? requireCursor(String(recorded.id ?? "")) : null };
}

/** Whether the log keeps an event of this kind, under an id of its own. */
export function isStored(event: ChatEvent): boolean {
  switch (event.event) {
    case "turn.progress":
    case "block.delta":
    case "board.changed":
      return false;
    case "turn.metered":
      return event.data.final;
    default:
      return true;
  }
}

/** An `EventSource` repeats the last id on events that carry none: those must not be read. */
function hasId(event: ChatEvent): boolean {
  return isStored(event) || event.event === "block.delta";
}

function requireCursor(text: string): Cursor {
  const cursor = parseCursor(text);
  if (cursor === null) throw new ShapeError("id", "a cursor such as 12 or 12.345");
  return cursor;
}

function parseJson(message: WireMessage): unknown {
  try {
    return JSON.parse(message.data);
  } catch {
    throw new ShapeError(message.type, "JSON");
  }
}
