/** A place in a chat's stream: after event `event`, or `offset` units into the block then open. */
export interface Cursor {
  /** The last stored event that was seen; 0 before the first. */
  event: number;
  /** How much of the open block was seen, in UTF-16 units: what `string.length` counts. */
  offset: number | null;
}

/** Null for what is no cursor. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text);
  if (!match) return null;
  return { event: Number(match[1]), offset: match[2] === undefined ? null : Number(match[2]) };
}

export function formatCursor(cursor: Cursor): string {
  return cursor.offset === null ? `${cursor.event}` : `${cursor.event}.${cursor.offset}`;
}
