import { useState } from "react";

/** Returns whether two lists contain the same objects in the same order. */
export function sameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

/** The list that was given first among those that hold the same. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  if (sameList(kept, list)) return kept;
  setKept(list);
  return list;
}
