import { describeFailure } from "../../api/problem";
import { readPage, type Source, uploadSources } from "../../api/sources";
import { notify } from "../../ui/toast";
import { insertCanvas } from "./actions";
import type { BoardTools } from "./board-tools";
import type { Point } from "./core/arrange";

/** Reads a page and puts its card onto the board. */
export async function addPage(board: BoardTools, url: string): Promise<void> {
  board.announce(`Reading ${url}.`);
  try {
    for (const source of await readPage(url)) addSource(board, source, url);
  } catch (error) {
    void notify({ title: "The page could not be read.", description: describeFailure(error), color: "red" });
  }
}

/** JSON Canvas files become what they say; all others are uploaded as sources. */
export async function addFiles(board: BoardTools, files: readonly File[], middle: Point): Promise<void> {
  const isCanvas = ({ name }: File) => /\.canvas$/i.test(name);
  for (const file of files.filter(isCanvas)) {
    try {
      insertCanvas(board, await file.text(), middle);
    } catch {
      const description = "It is no JSON Canvas file.";
      void notify({ title: `${file.name} could not be opened.`, description, color: "red" });
    }
  }
  const others = files.filter((file) => !isCanvas(file));
  if (others.length === 0) return;
  try {
    for (const source of await uploadSources(others)) addSource(board, source);
  } catch (error) {
    void notify({ title: "The file could not be added.", description: describeFailure(error), color: "red" });
  }
}

function addSource(board: BoardTools, { id, name, status, detail }: Source, url?: string): void {
  const data = { sourceId: id, title: name, status, ...(url && { url }), ...(detail && { detail }) };
  const { store } = board;
  // The board's chat may have put it there already.
  const isKnown = [...store.document.nodes.values()].some(
    (node) => node.type === "source" && node.data.sourceId === id,
  );
  if (!isKnown) board.put({ type: "source", data });
}

/** A new note that waits for its words. */
export function addNote(board: BoardTools): void {
  const id = board.put({ type: "note", data: { markdown: "" } });
  board.editing.set(id);
}
