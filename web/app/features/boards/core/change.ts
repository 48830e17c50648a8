import type { BoardEdge, BoardNode } from "../../../api/boards";
import { type BoardDocument, isSame } from "./document";

/** One element as it was and as it is; null where it was not, or is no more. */
export type Change =
  | { of: "node"; id: string; before: BoardNode | null; after: BoardNode | null }
  | { of: "edge"; id: string; before: BoardEdge | null; after: BoardEdge | null }
  | { of: "title"; before: string; after: string };

/** A user action as one undo step. */
export interface Command {
  /** In the past tense, for screen readers: "Moved 3 items". */
  label: string;
  changes: readonly Change[];
  /** Steps that follow each other with the same word are one step to undo. */
  joins?: string;
}

/** Inverse of these changes. */
export function inverse(changes: readonly Change[]): Change[] {
  return changes.map((change) => ({ ...change, before: change.after, after: change.before }) as Change).reverse();
}

/** Outcome of a change to an element that another user has removed. */
export type Missing = "stays-away" | "comes-back";

/**
 * The document after these changes. Only the fields that a change is about are touched: what others did to the same
 * element since stays.
 */
export function apply(document: BoardDocument, changes: readonly Change[], missing: Missing = "stays-away") {
  const nodes = new Map(document.nodes);
  const edges = new Map(document.edges);
  let { title } = document;
  for (const change of changes) {
    if (change.of === "title") title = change.after;
    else if (change.of === "node") applyTo(nodes, change, missing);
    else applyTo(edges, change, missing);
  }
  return { title, nodes, edges } satisfies BoardDocument;
}

function applyTo<T extends object>(
  elements: Map<string, T>,
  { id, before, after }: { id: string; before: T | null; after: T | null },
  missing: Missing,
) {
  if (after === null) {
    elements.delete(id);
    return;
  }
  const current = elements.get(id);
  if (current !== undefined && before !== null) elements.set(id, mergeFields(before, after, current));
  else if (current !== undefined || before === null || missing === "comes-back") elements.set(id, after);
}

/**
 * `theirs` with what changed from `base` to `own`: where both changed a field, the own one stands. Objects are merged
 * field by field, lists are not.
 */
export function mergeFields<T extends object>(base: T, own: T, theirs: T): T {
  if (isSame(base, theirs)) return own;
  if (isSame(base, own)) return theirs;
  const merged: Record<string, unknown> = { ...(theirs as Record<string, unknown>) };
  const [from, to] = [base, own] as [Record<string, unknown>, Record<string, unknown>];
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [old, wanted, current] = [from[key], to[key], merged[key]];
    if (isSame(old, wanted)) continue;
    if (isRecord(old) && isRecord(wanted) && isRecord(current)) merged[key] = mergeFields<object>(old, wanted, current);
    else if (wanted === undefined) delete merged[key];
    else merged[key] = wanted;
  }
  return isSame(merged, theirs) ? theirs : (merged as T);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the changes from one document to another; elements are compared by identity first. */
export function difference(from: BoardDocument, to: BoardDocument): Change[] {
  const changes: Change[] = [];
  if (from.title !== to.title) changes.push({ of: "title", before: from.title, after: to.title });
  changes.push(
    ...elementDifference(from.nodes, to.nodes).map((change) => ({ of: "node" as const, ...change })),
    ...elementDifference(from.edges, to.edges).map((change) => ({ of: "edge" as const, ...change })),
  );
  return changes;
}

function elementDifference<T extends { id: string }>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) {
  if (from === to) return [];
  const changes: { id: string; before: T | null; after: T | null }[] = [];
  for (const [id, after] of to) {
    const before = from.get(id) ?? null;
    if (before !== after && !isSame(before, after)) changes.push({ id, before, after });
  }
  for (const [id, before] of from) if (!to.has(id)) changes.push({ id, before, after: null });
  return changes;
}

/** Two steps as one. */
export function join(first: readonly Change[], second: readonly Change[]): Change[] {
  const joined = new Map(first.map((change) => [keyOf(change), change]));
  for (const change of second) {
    const earlier = joined.get(keyOf(change));
    joined.set(keyOf(change), earlier ? ({ ...change, before: earlier.before } as Change) : change);
  }
  return [...joined.values()];
}

/** The same for all changes of one element. */
export function keyOf(change: Change): string {
  return change.of === "title" ? "title" : `${change.of} ${change.id}`;
}
