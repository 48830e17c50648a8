/** A part of a list; `nextCursor` is null at its end. */
export interface List<T> {
  items: T[];
  nextCursor: string | null;
}
