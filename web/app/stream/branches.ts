import type { Turn } from "./chat.ts";

/** A turn on the way that is shown, with the others that could stand in its place. */
export interface PathStep {
  turn: Turn;
  /** In the order in which they began; at least the turn itself. */
  siblings: readonly Turn[];
}

/**
 * The way from the root to the newest turn, or to the newest below `chosen`. Turns whose parent is not loaded yet
 * count as roots.
 */
export function pathTo(turns: readonly Turn[], chosen: string | null): PathStep[] {
  const known = new Map(turns.map((turn) => [turn.turnId, turn]));
  const children = new Map<string | null, Turn[]>();
  for (const turn of turns) {
    const parent = parentOf(turn, known);
    children.set(parent, [...(children.get(parent) ?? []), turn]);
  }
  const path: PathStep[] = [];
  for (let turn = leafBelow(known.get(chosen ?? ""), children) ?? turns.at(-1); turn; ) {
    const parent = parentOf(turn, known);
    const { parentTurnId } = turn;
    path.push({ turn, siblings: (children.get(parent) ?? []).filter((other) => other.parentTurnId === parentTurnId) });
    turn = parent === null ? undefined : known.get(parent);
  }
  return path.reverse();
}

function parentOf(turn: Turn, known: ReadonlyMap<string, Turn>): string | null {
  return turn.parentTurnId !== null && known.has(turn.parentTurnId) ? turn.parentTurnId : null;
}

/** Turns are in the order in which they began, so the last child is the newest. */
function leafBelow(turn: Turn | undefined, children: ReadonlyMap<string | null, Turn[]>): Turn | undefined {
  let leaf = turn;
  while (leaf) {
    const next = children.get(leaf.turnId)?.at(-1);
    if (!next) return leaf;
    leaf = next;
  }
  return undefined;
}
