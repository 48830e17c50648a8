import { readStoredJson, writeStored } from "../../util/stored";
import type { Change } from "./core/change";

/** Edits of a board that the server has not answered yet. They outlive a reload, a crash and the battery. */
export function loadKept(boardId: string): readonly Change[] {
  const kept = readStoredJson(keyOf(boardId));
  return Array.isArray(kept) ? kept : [];
}

export function keepEdits(boardId: string, changes: readonly Change[]): void {
  writeStored(keyOf(boardId), changes.length === 0 ? null : JSON.stringify(changes));
}

function keyOf(boardId: string): string {
  return `portolan-board-edits-${boardId}`;
}
