import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Locator } from "../stream/blocks";
import { apiPaths } from "../util/paths";
import type { Visibility } from "./charts";
import type { List } from "./list";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";
import type { Source } from "./sources";

/** Position of a node in whole canvas units, whatever group it is in; y grows downwards. */
export interface NodeFrame {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** "1" to "6" for the colours of the palette, or "#rrggbb". */
  color?: string | undefined;
  /** The group that it moves with. */
  parentId?: string | undefined;
}

/** How far a source was read; `reading` until that has ended. */
export type SourceStatus = Source["status"] | "reading";

export interface NodeData {
  /** Absent `version`: always the newest. */
  chart: { chartId: string; version?: number; title?: string };
  note: { markdown: string };
  source: { sourceId: string; title: string; url?: string | null; status: SourceStatus; detail?: string | null };
  reference: { sourceId: string; title: string; url?: string | null; locator: Locator; quote?: string | null };
  chat: { chatId: string; title?: string };
  portolan: { portolanId: string; title?: string };
  picture: { url: string; alt?: string };
  suggestion: { label: string; prompt: string };
  group: { label: string };
}

export type NodeType = keyof NodeData;

export type BoardNodeOf<T extends NodeType> = NodeFrame & { type: T; data: NodeData[T] };

export type BoardNode = { [T in NodeType]: BoardNodeOf<T> }[NodeType];

export type Side = "top" | "right" | "bottom" | "left";

export type EdgeEnd = "none" | "arrow";

/** The names are those of JSON Canvas. Absent ends: an arrow at `toNode` only. */
export interface BoardEdge {
  id: string;
  fromNode: string;
  fromSide?: Side | undefined;
  fromEnd?: EdgeEnd | undefined;
  toNode: string;
  toSide?: Side | undefined;
  toEnd?: EdgeEnd | undefined;
  label?: string | undefined;
  color?: string | undefined;
}

export interface BoardSummary {
  id: string;
  title: string;
  visibility: Visibility;
  /** The page that it was made from. */
  sourceUrl?: string | null;
  nodeCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface Board {
  id: string;
  title: string;
  visibility: Visibility;
  isOwner: boolean;
  author: { username?: string | null };
  /** The chat beside it; absent until something was asked. */
  chatId?: string | null;
  sourceUrl?: string | null;
  /** Grows with each change. */
  revision: number;
  nodes: BoardNode[];
  edges: BoardEdge[];
  createdAt: string;
  updatedAt: string;
}

/** Change set of a board; elements are complete, and the last writer of one wins. */
export interface BoardPatch {
  title?: string;
  nodes?: BoardNode[];
  removedNodeIds?: string[];
  edges?: BoardEdge[];
  removedEdgeIds?: string[];
}

/** A board holds no more nodes than this. */
export const mostNodes = 5_000;

export const boardsQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.boards, "list", { limit }],
    queryFn: ({ pageParam, signal }) =>
      request<List<BoardSummary>>(apiPaths.boards({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** Asked for anew by each screen that opens the board: what is shown goes on from there by itself. */
export const boardQuery = (boardId: string) =>
  queryOptions({
    queryKey: [...queryKeys.boards, "one", boardId],
    queryFn: ({ signal }) => fetchBoard(boardId, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const fetchBoard = (boardId: string, signal?: AbortSignal): Promise<Board> =>
  request<Board>(apiPaths.board(boardId), { signal });

export interface NewBoard {
  /** A text or the address of a page: the board's chat begins with it. */
  q?: string;
  title?: string;
  /** Sources that are there already. */
  sourceIds?: string[];
}

export async function createBoard(
  board: NewBoard,
  idempotencyKey?: string,
): Promise<{ boardId: string; chatId?: string | null }> {
  const made = await request<{ boardId: string; chatId?: string | null }>(apiPaths.boards(), {
    method: "POST",
    body: board,
    ...(idempotencyKey !== undefined && { headers: { "Idempotency-Key": idempotencyKey } }),
  });
  boardsChanged();
  return made;
}

/** Makes a board of a JSON Canvas 1.0 document. */
export async function importBoard(canvas: unknown): Promise<{ boardId: string }> {
  const made = await request<{ boardId: string }>(apiPaths.boardImport(), { method: "POST", body: canvas });
  boardsChanged();
  return made;
}

export const patchBoard = (boardId: string, patch: BoardPatch): Promise<{ revision: number; updatedAt: string }> =>
  request(apiPaths.board(boardId), { method: "PATCH", body: patch });

export async function renameBoard(boardId: string, title: string): Promise<void> {
  await patchBoard(boardId, { title });
  boardsChanged();
}

export async function deleteBoard(boardId: string): Promise<void> {
  await request(apiPaths.board(boardId), { method: "DELETE" });
  boardsChanged();
}

export async function setBoardVisibility(boardId: string, visibility: Visibility): Promise<void> {
  await request(apiPaths.boardVisibility(boardId), { method: "PUT", body: { visibility } });
  boardsChanged();
}

export function boardsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.boards, "list"] });
}
