import { createContext, use } from "react";
import type { NodeContent } from "../../blocks/board-content";
import type { Store } from "../../util/store";
import type { ViewState } from "./canvas/view-state";
import type { Point } from "./core/arrange";
import type { BoardStore } from "./core/board-store";

/** Shared state of an open board; the same object as long as it is open. */
export interface BoardTools {
  boardId: string;
  store: BoardStore;
  isEditable: boolean;
  view: ViewState;
  /** The node or edge whose words are being edited. */
  editing: Store<string | null>;
  /** The node that is shown large, over the board. */
  opened: Store<string | null>;
  /** Selected IDs, unordered. */
  selection: Store<Selection>;
  chartTitles: Store<ReadonlyMap<string, string>>;
  /** Whether the side panel with the chat is open. */
  isChatOpen: Store<boolean>;
  /** Items that the next question is about. */
  question: Store<Question | null>;
  /** The sheet says how it is looked at, and how to look elsewhere; answers with what takes that back. */
  connect: (sheet: Sheet) => () => void;
  /** The point in the middle of what is seen. */
  middle: () => Point;
  /** Selects nodes and brings them into sight. */
  show: (nodeIds: readonly string[]) => void;
  /** Puts something where there is room in what is seen; answers with its id. */
  put: (content: NodeContent) => string;
  /** Says what happened to those who do not see it. */
  announce: (words: string) => void;
}

export interface Sheet {
  middle: () => Point;
  show: (nodeIds: readonly string[]) => void;
}

export interface Selection {
  nodeIds: ReadonlySet<string>;
  edgeIds: ReadonlySet<string>;
}

export const NOTHING_SELECTED: Selection = { nodeIds: new Set(), edgeIds: new Set() };

/** `text` waits in the composer; `isSent` asks at once. */
export interface Question {
  text: string;
  isSent: boolean;
  nodeIds: ReadonlySet<string>;
}

export const BoardContext = createContext<BoardTools | null>(null);

export function useBoard(): BoardTools {
  const board = use(BoardContext);
  if (board === null) throw new Error("there is no board around this");
  return board;
}
