import { ShapeError } from "../contract/validate.ts";
import { type Cursor, formatCursor } from "./cursor.ts";
import { decodeFrame, type EventFrame } from "./decode.ts";
import { EVENT_NAMES } from "./events.ts";
import { type ConnectionEnvironment, keepStream, type StreamConnection } from "./keep-stream.ts";
import type { Link } from "./link.ts";

export interface ConnectionHandlers {
  /** Returns the resume cursor; called on each attempt. */
  cursor(): Cursor;
  /** False where something before the frame is missing: the connection then starts anew. */
  frame(frame: EventFrame): boolean;
  link(link: Link): void;
  /** A message that this client doesn't understand; the stream continues. */
  unreadable(error: ShapeError): void;
}

/** Keeps the event stream of a chat open, wherever `urlOf` finds it, and reads its messages. */
export function connectStream(
  urlOf: (cursor: Cursor) => string,
  handlers: ConnectionHandlers,
  environment: ConnectionEnvironment,
): StreamConnection {
  return keepStream(
    {
      url: () => urlOf(handlers.cursor()),
      names: EVENT_NAMES,
      link: (link) => handlers.link(link),
      message: (message) => {
        let frame: EventFrame;
        try {
          frame = decodeFrame(message);
        } catch (error) {
          if (!(error instanceof ShapeError)) throw error;
          handlers.unreadable(error);
          return true;
        }
        return handlers.frame(frame);
      },
    },
    environment,
  );
}

export function streamUrl(chatId: string, cursor: Cursor): string {
  return `/api/chats/${encodeURIComponent(chatId)}/events?after=${formatCursor(cursor)}`;
}
