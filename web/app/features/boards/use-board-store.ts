import { useEffect, useState } from "react";
import { type Board, fetchBoard, patchBoard } from "../../api/boards";
import { ApiProblem, describeFailure } from "../../api/problem";
import { BoardStore, type SaveFailure } from "./core/board-store";
import { readBoard } from "./core/read";
import { keepEdits, loadKept } from "./kept-edits";

/** The store of a board that was loaded, for as long as its screen is there. */
export function useBoardStore(board: Board): BoardStore {
  const [store] = useState(() => createStore(board));
  useEffect(() => {
    store.reopen();
    const flush = () => store.flush();
    const look = () => {
      if (document.visibilityState === "hidden") store.flushNow();
      else void catchUp(store, board.id);
    };
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", look);
      store.close();
    };
  }, [store, board.id]);
  return store;
}

/** Takes over what happened while no one listened. Without a network it is tried again the next time. */
export async function catchUp(store: BoardStore, boardId: string): Promise<void> {
  try {
    store.reload(readBoard(await fetchBoard(boardId)));
  } catch {
    store.flush();
  }
}

function createStore(board: Board): BoardStore {
  return new BoardStore(readBoard(board), board.isOwner ? loadKept(board.id) : [], {
    send: (patch) => patchBoard(board.id, patch),
    failureOf,
    keep: (changes) => keepEdits(board.id, changes),
    setTimeout: (callback, milliseconds) => window.setTimeout(callback, milliseconds),
    clearTimeout: (timer) => window.clearTimeout(timer),
  });
}

function failureOf(error: unknown): SaveFailure {
  const isFinal = error instanceof ApiProblem && error.status < 500 && error.status !== 408 && error.status !== 429;
  return isFinal ? { kind: "refused", message: describeFailure(error) } : { kind: "passing" };
}
