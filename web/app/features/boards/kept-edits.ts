import type { Change } from "./core/change";

/** Edits of a board that the server has not answered yet. They outlive a reload, a crash and the battery. */
export function loadKept(boardId: string): readonly Change[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(boardId)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keepEdits(boardId: string, changes: readonly Change[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(keyOf(boardId));
    else localStorage.setItem(keyOf(boardId), JSON.stringify(changes));
  } catch {
    // Storage can be full or forbidden; the edits then last as long as the page.
  }
}

function keyOf(boardId: string): string {
  return `portolan-board-edits-${boardId}`;
}
