import { useEffect } from "react";
import { isTyping } from "../../../util/is-typing";
import { copySelected, insertCanvas, removeSelected } from "../actions";
import { addAddress } from "../add-sources";
import type { BoardTools } from "../board-tools";
import type { Point } from "../core/arrange";
import { CanvasError } from "../core/json-canvas";
import { useClipboard as strings } from "../strings";

/** Copy, cut and paste, as JSON Canvas on the clipboard: between boards, and with other programs that know the format. */
export function useClipboard(board: BoardTools, middle: () => Point): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (isTyping(event.target) || !getSelection()?.isCollapsed) return;
      const text = copySelected(board);
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      board.announce(strings.copied);
      if (event.type === "cut" && board.isEditable) removeSelected(board);
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (isTyping(event.target) || !board.isEditable || text.trim() === "") return;
      event.preventDefault();
      pasteText(board, text, middle());
    };
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", paste);
    };
  }, [board, middle]);
}

/** JSON Canvas becomes what it says, an address a source, anything else a note. */
export function pasteText(board: BoardTools, text: string, middle: Point): void {
  try {
    insertCanvas(board, text, middle);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof CanvasError)) throw error;
    const words = text.trim();
    if (/^https?:\/\/\S+$/i.test(words)) void addAddress(board, words);
    else board.put({ type: "note", data: { markdown: words } });
  }
}
