import type { Author } from "../contract/types";

/** A contributor's own words about their work, to follow their name: ", Hydrologist, Met Office". */
export function workOf({ occupation, organisation }: Author): string {
  return [occupation, organisation].map((word) => (word ? `, ${word}` : "")).join("");
}
