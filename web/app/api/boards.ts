import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Board, BoardEdge, BoardNode, CreateBoard, UpdateBoard } from "../contract/types";
import type { Visibility } from "./charts";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type { Board, BoardEdge, BoardNode, BoardSummary, EdgeEnd, Side } from "../contract/types";

/** Position of a node in whole canvas units, whatever group it is in; y grows downwards. */
export interface NodeFrame {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** "1" to "6" for the colors of the palette, or "#rrggbb". */
  color?: string | undefined;
  /** The group that it moves with. */
  parentId?: string | undefined;
}

export type NodeType = BoardNode["type"];

export type BoardNodeOf<T extends NodeType> = Extract<BoardNode, { type: T }>;

/** The data of each type of node. */
export type NodeData = { [T in NodeType]: BoardNodeOf<T>["data"] };

/** A change set of a board; elements are complete, and the last writer of each wins. */
export interface BoardPatch extends Omit<UpdateBoard, "nodes" | "edges"> {
  nodes?: BoardNode[];
  edges?: BoardEdge[];
}

/** A board holds no more nodes than this. */
export const mostNodes = 5_000;

export const boardsQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.boards, "list", { limit }],
    queryFn: ({ pageParam, signal }) => api.listBoards({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** Refetched by each screen that opens the board; the shown board then updates itself. */
export const boardQuery = (boardId: string) =>
  queryOptions({
    queryKey: [...queryKeys.boards, "one", boardId],
    queryFn: ({ signal }) => fetchBoard(boardId, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const fetchBoard = (boardId: string, signal?: AbortSignal): Promise<Board> =>
  api.getBoard({ boardId }, { signal });

export async function createBoard(
  board: CreateBoard,
  idempotencyKey?: string,
): Promise<{ boardId: string; chatId?: string | null }> {
  const made = await api.createBoard(board, {
    ...(idempotencyKey !== undefined && { headers: { "Idempotency-Key": idempotencyKey } }),
  });
  boardsChanged();
  return made;
}

/** Makes a board of a JSON Canvas 1.0 document. */
export async function importBoard(canvas: unknown): Promise<{ boardId: string }> {
  const made = await api.importBoard(canvas);
  boardsChanged();
  return made;
}

export const patchBoard = (boardId: string, patch: BoardPatch): Promise<{ revision: number; updatedAt: string }> =>
  api.updateBoard({ boardId }, patch);

export async function renameBoard(boardId: string, title: string): Promise<void> {
  await patchBoard(boardId, { title });
  boardsChanged();
}

export async function deleteBoard(boardId: string): Promise<void> {
  await api.deleteBoard({ boardId });
  boardsChanged();
}

export async function setBoardVisibility(boardId: string, visibility: Visibility): Promise<void> {
  await api.setBoardVisibility({ boardId }, { visibility });
  boardsChanged();
}

export function boardsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: [...queryKeys.boards, "list"] });
}
