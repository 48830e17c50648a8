import type { Cell } from "../draw-request.ts";
import { namedBars } from "./highlight.ts";
import type { Scene } from "./scene.ts";

/** Names in the order of their values, of which the first are the ones that matter. */
export interface Ranking {
  field: string;
  names: Cell[];
  which: "largest" | "first";
  /** How many there are in the rows. */
  total: number;
}

/** Pixels of the line below a drawing that says what it leaves out. */
const omittedLine = 24;
/** A ranking of fewer bars says too little. */
const fewestBars = 8;
const fewestInThumbnail = 4;

/**
 * Leaves out the last of ranked bars in a place that is too low for the labels of all, and returns the others. Undefined where
 * all stay: there is room, the title names one of those that would go, or the place is a size that was asked for.
 */
export function keepFirst(
  scene: Scene,
  { field, names, which, total }: Ranking,
  { least, around }: { least: number; around: number },
): Cell[] | undefined {
  const height = scene.isThumbnail ? scene.height : scene.isHeightFixed ? undefined : scene.mostHeight;
  if (height === undefined || names.length * least + around <= height) return undefined;
  const below = scene.isThumbnail ? 0 : omittedLine;
  const room = Math.floor((height - around - below) / least);
  const kept = names.slice(0, Math.max(scene.isThumbnail ? fewestInThumbnail : fewestBars, room));
  if (kept.length >= names.length || namedBars(scene, field).some((name) => !kept.includes(name))) return undefined;
  scene.rows = scene.rows.filter((row) => kept.includes(row[field] ?? null));
  // The page says it below the drawing, in place of the note about the longer list.
  scene.notes = scene.notes.filter((note) => note !== sayShown(which, names.length, total));
  // A thumbnail stands for the whole chart.
  if (scene.isThumbnail) return kept;
  scene.omitted = sayShown(which, kept.length, total);
  scene.mostHeight = height - omittedLine;
  return kept;
}

export function sayShown(which: Ranking["which"], count: number, total: number): string {
  return `The ${which} ${count} of ${total} are shown.`;
}

/** Returns whether names stand in the order of their values already, as a query ranked them. */
export function isFalling(sums: ReadonlyMap<Cell, number>): boolean {
  const values = [...sums.values()];
  return values.every((value, place) => place === 0 || value <= (values[place - 1] ?? value));
}
