import type { Board, BoardEdge, BoardNode, BoardPatch } from "../../../api/boards";
import { apply, type Change, difference, keyOf, mergeFields } from "./change";
import { type BoardDocument, documentOf, isSame } from "./document";

/** Server state as known to this page, and the shown state; their difference isn't saved yet. */
export interface Edits {
  readonly saved: BoardDocument;
  readonly shown: BoardDocument;
  readonly revision: number;
  /** The revision in which an element was last heard of. */
  readonly heard: ReadonlyMap<string, number>;
  /** Edits sent without a response: the server may or may not have them. */
  readonly doubtful: readonly Change[];
}

/** A board as it was loaded, with edits of this browser that the server has not answered yet. */
export function open(board: Board, unsaved: readonly Change[] = []): Edits {
  const saved = documentOf(board);
  return {
    saved,
    shown: apply(saved, unsaved, "comes-back"),
    revision: board.revision,
    heard: new Map(),
    doubtful: [],
  };
}

export function edit(edits: Edits, changes: readonly Change[]): Edits {
  return { ...edits, shown: apply(edits.shown, changes) };
}

/**
 * What is not saved, to be kept until it is. An element whose sending is in doubt is in it again for each try: what
 * was undone since must be undone wherever the server is.
 */
export function unsaved({ saved, shown, doubtful }: Edits): Change[] {
  return [...difference(saved, shown), ...doubtful.map((sent) => asShown(sent, shown)).filter(isChange)];
}

function asShown(sent: Change, { title, nodes, edges }: BoardDocument): Change {
  switch (sent.of) {
    case "title":
      return { of: "title", before: sent.after, after: title };
    case "node":
      return { of: "node", id: sent.id, before: sent.after, after: nodes.get(sent.id) ?? null };
    case "edge":
      return { of: "edge", id: sent.id, before: sent.after, after: edges.get(sent.id) ?? null };
  }
}

function isChange({ before, after }: Change): boolean {
  return !isSame(before, after);
}

/** No answer came to these changes. */
export function requeue(edits: Edits, changes: readonly Change[]): Edits {
  const isKnown = (change: Change) =>
    edits.doubtful.some((sent) => keyOf(sent) === keyOf(change) && isSame(sent.after, change.after));
  return { ...edits, doubtful: [...edits.doubtful, ...changes.filter((change) => !isKnown(change))] };
}

/** Applies remote changes. Unsaved local edits stay, field by field. */
export function applyRemote(
  edits: Edits,
  news: { revision: number; nodes: readonly BoardNode[]; edges: readonly BoardEdge[] },
): Edits {
  const heard = new Map(edits.heard);
  const nodes = hearElements(edits, "nodes", news, heard);
  const edges = hearElements(edits, "edges", news, heard);
  return {
    ...edits,
    saved: { ...edits.saved, nodes: nodes.saved, edges: edges.saved },
    shown: { ...edits.shown, nodes: nodes.shown, edges: edges.shown },
    revision: Math.max(edits.revision, news.revision),
    heard,
  };
}

function hearElements<Kind extends "nodes" | "edges">(
  edits: Edits,
  kind: Kind,
  news: { revision: number; nodes: readonly BoardNode[]; edges: readonly BoardEdge[] },
  heard: Map<string, number>,
): { saved: BoardDocument[Kind]; shown: BoardDocument[Kind] } {
  type BoardElement = BoardNode | BoardEdge;
  const saved = new Map<string, BoardElement>(edits.saved[kind]);
  const shown = new Map<string, BoardElement>(edits.shown[kind]);
  for (const theirs of news[kind] as readonly BoardElement[]) {
    const key = `${kind} ${theirs.id}`;
    // Skips messages older than the known state.
    if ((heard.get(key) ?? -1) > news.revision) continue;
    heard.set(key, news.revision);
    const before = saved.get(theirs.id);
    const own = shown.get(theirs.id);
    saved.set(theirs.id, theirs);
    if (own !== undefined && before !== undefined) shown.set(theirs.id, mergeFields(before, own, theirs));
    else if (own === undefined && before === undefined) shown.set(theirs.id, theirs);
    // Otherwise it was removed or added here, and that is still to be sent.
  }
  return { saved, shown } as unknown as { saved: BoardDocument[Kind]; shown: BoardDocument[Kind] };
}

/** The whole board as the server has it now, after messages may have been missed. */
export function reload(edits: Edits, board: Board): Edits {
  const saved = documentOf(board);
  return {
    saved,
    shown: apply(saved, unsaved(edits), "comes-back"),
    revision: Math.max(edits.revision, board.revision),
    heard: new Map(),
    doubtful: [],
  };
}

/** As many elements travel at once. */
const mostElements = 300;

/** Returns the next edits to send; null if everything is saved. */
export function nextPatch(edits: Edits): { patch: BoardPatch; changes: readonly Change[] } | null {
  const all = [...new Map(unsaved(edits).map((change) => [keyOf(change), change])).values()];
  if (all.length === 0) return null;
  // An edge needs its nodes, and a node the group that it stands in.
  const rank = (change: Change) => (change.of === "edge" ? 2 : isGroup(change) ? 0 : 1);
  const changes = all.sort((one, other) => rank(one) - rank(other)).slice(0, mostElements);
  return { patch: patchOf(changes), changes };
}

function isGroup(change: Change): boolean {
  return change.of === "node" && change.after?.type === "group";
}

function patchOf(changes: readonly Change[]): BoardPatch {
  const patch: BoardPatch = {};
  for (const change of changes) {
    if (change.of === "title") patch.title = change.after;
    else if (change.of === "node") {
      if (change.after) patch.nodes = [...(patch.nodes ?? []), change.after];
      else patch.removedNodeIds = [...(patch.removedNodeIds ?? []), change.id];
    } else if (change.after) patch.edges = [...(patch.edges ?? []), change.after];
    else patch.removedEdgeIds = [...(patch.removedEdgeIds ?? []), change.id];
  }
  return patch;
}

/** The server has taken these changes, in this revision. What was edited since is still unsaved. */
export function confirm(edits: Edits, changes: readonly Change[], revision: number): Edits {
  const heard = new Map(edits.heard);
  const nodes = new Map(edits.saved.nodes);
  const edges = new Map(edits.saved.edges);
  let { title } = edits.saved;
  for (const change of changes) {
    if (change.of === "title") {
      title = change.after;
      continue;
    }
    const key = `${change.of}s ${change.id}`;
    if ((heard.get(key) ?? -1) > revision) continue;
    heard.set(key, revision);
    if (change.of === "node") put(nodes, change.id, change.after);
    else put(edges, change.id, change.after);
  }
  const answered = new Set(changes.map(keyOf));
  return {
    ...edits,
    saved: { title, nodes, edges },
    revision: Math.max(edits.revision, revision),
    heard,
    doubtful: edits.doubtful.filter((sent) => !answered.has(keyOf(sent))),
  };
}

function put<T>(elements: Map<string, T>, id: string, element: T | null) {
  if (element === null) elements.delete(id);
  else elements.set(id, element);
}
