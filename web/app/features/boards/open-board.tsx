import { ReactFlowProvider } from "@xyflow/react";
import { lazy, Suspense, useState } from "react";
import type { Board } from "../../api/boards";
import { nodeAt } from "../../blocks/board-content";
import { classNames } from "../../util/class-names";
import { randomId } from "../../util/random-id";
import { createStore, useStore } from "../../util/store";
import { useMediaQuery } from "../../util/use-media-query";
import { BoardHeader } from "./board-header";
import { BoardContext, type BoardTools, NOTHING_SELECTED, type Question, type Sheet, useBoard } from "./board-tools";
import { BoardCanvas } from "./canvas/board-canvas";
import { createViewState } from "./canvas/view-state";
import { BoardStream } from "./chat/board-stream";
import { freePlace } from "./core/arrange";
import type { BoardStore } from "./core/board-store";
import * as commands from "./core/commands";
import { EmptyHint } from "./empty-hint";
import { boardScreen as text } from "./strings";
import { useBoardStore } from "./use-board-store";
import { useBoardView } from "./use-board-view";

/** Loaded with the first chart that is opened. */
const OpenedChart = lazy(async () => ({ default: (await import("./opened-chart")).OpenedChart }));

/** Loaded on phones only. */
const BoardList = lazy(async () => ({ default: (await import("./board-list")).BoardList }));

/** Screens on which a board is a list first. */
const phone = "(max-width: 39.99rem)";

/** The sheet with everything on it, and the chat beside it. */
export function OpenBoard({ board, className }: { board: Board; className: string }) {
  const store = useBoardStore(board);
  const [announcement, setAnnouncement] = useState("");
  const [tools] = useState(() => createTools(board, store, setAnnouncement));
  const [chatId, setChatId] = useState(board.chatId ?? null);
  const isPhone = useMediaQuery(phone);
  const [isListWanted, setListWanted] = useState(true);
  const isEmpty = useBoardView(store).document.nodes.size === 0;
  const isList = isPhone && isListWanted && !isEmpty;
  return (
    <BoardContext value={tools}>
      <ReactFlowProvider>
        <div className={classNames("relative flex w-full overflow-hidden", className)}>
          <section aria-label={text.board} className="relative min-w-0 flex-1">
            {isList ? (
              <Suspense fallback={null}>
                <BoardList />
              </Suspense>
            ) : (
              <BoardCanvas />
            )}
            <BoardHeader board={board} view={isPhone ? { isList, onChange: setListWanted } : undefined} />
            <EmptyHint isFilling={chatId !== null} />
          </section>
          {board.isOwner && <BoardStream chatId={chatId} onChat={setChatId} />}
        </div>
      </ReactFlowProvider>
      <OpenedChartHost />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </BoardContext>
  );
}

function createTools(board: Board, store: BoardStore, announce: (words: string) => void): BoardTools {
  let sheet: Sheet = { middle: () => ({ x: 0, y: 0 }), show: () => undefined };
  // A board of a page shows what its chat says; beside its three columns there is room only on wide screens.
  const least = board.sourceUrl ? "120rem" : "80rem";
  const isWide = window.matchMedia(`(min-width: ${least})`).matches;
  return {
    boardId: board.id,
    store,
    isEditable: board.isOwner,
    view: createViewState(),
    editing: createStore<string | null>(null),
    opened: createStore<string | null>(null),
    selection: createStore(NOTHING_SELECTED),
    chartTitles: createStore<ReadonlyMap<string, string>>(new Map()),
    isChatOpen: createStore(board.chatId != null && isWide && board.isOwner),
    question: createStore<Question | null>(null),
    announce,
    connect: (next) => {
      sheet = next;
      return () => {
        sheet = { middle: () => ({ x: 0, y: 0 }), show: () => undefined };
      };
    },
    middle: () => sheet.middle(),
    show: (ids) => sheet.show(ids),
    put: (content) => {
      const id = randomId();
      const node = nodeAt(content, sheet.middle(), id);
      const others = [...store.document.nodes.values()].filter(({ type }) => type !== "group");
      store.run(commands.add([{ ...node, ...freePlace(others, node) }]));
      sheet.show([id]);
      return id;
    },
  };
}

function OpenedChartHost() {
  const { opened } = useBoard();
  const isOpen = useStore(opened) !== null;
  return isOpen ? (
    <Suspense fallback={null}>
      <OpenedChart />
    </Suspense>
  ) : null;
}
