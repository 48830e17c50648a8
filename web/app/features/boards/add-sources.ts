import type { BoardNodeOf } from "../../api/boards";
import { chartQuery } from "../../api/charts";
import { getChat } from "../../api/operations";
import { portolanQuery } from "../../api/portolans";
import { describeFailure } from "../../api/problem";
import { queryClient } from "../../api/query-client";
import { sourceQuery } from "../../api/source-queries";
import { readPage, refreshSource, type Source, uploadSources } from "../../api/sources";
import type { NodeContent } from "../../blocks/board-content";
import { notify } from "../../ui/toast";
import { insertCanvas } from "./actions";
import type { BoardTools } from "./board-tools";
import type { Point } from "./core/arrange";
import * as commands from "./core/commands";
import { contentOfAddress } from "./core/own-things";
import { addSources as text } from "./strings";

/** Reads a page and puts its card onto the board. */
export async function addPage(board: BoardTools, url: string): Promise<void> {
  board.announce(text.adding(url));
  try {
    for (const source of await readPage(url)) addSource(board, source, url);
  } catch (error) {
    void notify({ title: text.couldntReadThePage, description: describeFailure(error), color: "red" });
  }
}

/** Classifies a pasted URL: an item of this site with its title, an image, or a page to be read. */
export async function addAddress(board: BoardTools, address: string): Promise<void> {
  const content = contentOfAddress(address, location.origin);
  if (content === null) return addPage(board, address);
  const title = await titleOfContent(content).catch(() => "");
  const named = title === "" ? content : { ...content, data: { ...content.data, title } };
  board.put(named as NodeContent);
}

async function titleOfContent(content: NodeContent): Promise<string> {
  switch (content.type) {
    case "chart":
      return (await queryClient.fetchQuery(chartQuery(content.data.chartId))).title;
    case "portolan":
      return (await queryClient.fetchQuery(portolanQuery(content.data.portolanId))).title;
    case "chat":
      return (await getChat({ chatId: content.data.chatId })).title;
    default:
      return "";
  }
}

/** JSON Canvas files become what they say; all others are uploaded as sources. */
export async function addFiles(board: BoardTools, files: readonly File[], middle: Point): Promise<void> {
  const isCanvas = ({ name }: File) => /\.canvas$/i.test(name);
  for (const file of files.filter(isCanvas)) {
    try {
      insertCanvas(board, await file.text(), middle);
    } catch {
      const description = text.thisIsntAJsonCanvas;
      void notify({ title: text.couldntOpen(file.name), description, color: "red" });
    }
  }
  const others = files.filter((file) => !isCanvas(file));
  if (others.length === 0) return;
  try {
    for (const source of await uploadSources(others)) addSource(board, source);
  } catch (error) {
    void notify({ title: text.couldntAddTheFile, description: describeFailure(error), color: "red" });
  }
}

/** Puts the cards of sources that exist already onto the board. */
export function addTables(board: BoardTools, sources: readonly Source[]): void {
  for (const source of sources) addSource(board, source);
}

/** Reads the address of a card again; its charts can then be refreshed from what is there now. */
export async function readAgain(board: BoardTools, card: BoardNodeOf<"source">): Promise<void> {
  const { sourceId, title } = card.data;
  board.announce(text.refreshing(title));
  try {
    const { status, detail } = await refreshSource(sourceId);
    const { detail: _, ...known } = card.data;
    const data = { ...known, status, ...(detail && { detail }) };
    board.store.run({ ...commands.setData(board.store.document, card, data), label: text.refreshSource });
    void notify({ title: text.wasRefreshed(title), color: "green" });
  } catch (error) {
    void notify({ title: text.couldntRefresh(title), description: describeFailure(error), color: "red" });
  }
}

function addSource(board: BoardTools, source: Source, url?: string): void {
  const { id, name, status, detail, metadata } = source;
  queryClient.setQueryData(sourceQuery(id).queryKey, source);
  const description = metadata?.description;
  const data = {
    sourceId: id,
    title: name,
    status,
    ...(url && { url }),
    ...(detail && { detail }),
    ...(description && { description }),
  };
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
