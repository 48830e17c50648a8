import { lazy, Suspense, useEffect, useRef } from "react";
import { queryClient, queryKeys } from "../../../api/query-client";
import { type OpenChat, useChat } from "../../../chat/use-chat";
import type { Chat } from "../../../stream/chat";
import { LoadingNote, Skeleton } from "../../../ui/skeleton";
import { useStore } from "../../../util/store";
import { type BoardTools, useBoard } from "../board-tools";
import { readEdges, readNodes } from "../core/read";
import { boardStream as text } from "../strings";
import { catchUp } from "../use-board-store";
import { ChatPanel } from "./chat-panel";
import type { BoardChatProps } from "./use-board-session";

const RunningNote = lazy(async () => ({ default: (await import("./running-note")).RunningNote }));
const LoadedChat = lazy(async () => ({ default: (await import("./board-chat")).BoardChat }));

/** The board's chat, followed as long as the board is open: its charts land on the board, also while the panel is closed. */
export function BoardStream({ chatId, onChat }: Omit<BoardChatProps, "open">) {
  const board = useBoard();
  const open = useChat(chatId);
  useLandings(board, open);
  const isOpen = useStore(board.isChatOpen);
  if (isOpen) return <BoardChat chatId={chatId} open={open} onChat={onChat} />;
  const isRunning = open?.view.phase === "ready" && open.view.state.chat.turns.at(-1)?.outcome === null;
  return isRunning ? (
    <Suspense fallback={null}>
      <RunningNote store={open.store} />
    </Suspense>
  ) : null;
}

/** Loaded when the panel is opened for the first time. */
function BoardChat(props: BoardChatProps) {
  return (
    <Suspense
      fallback={
        <ChatPanel>
          <LoadingNote>{text.loadingChat}</LoadingNote>
          <div className="flex flex-col gap-4 p-4">
            <Skeleton className="h-6 w-2/3 rounded-lg" />
            <Skeleton className="h-24 rounded-2xl" />
          </div>
        </ChatPanel>
      }
    >
      <LoadedChat {...props} />
    </Suspense>
  );
}

function useLandings(board: BoardTools, open: OpenChat | null) {
  const { store, view } = open ?? { store: null, view: null };
  const link = view?.phase === "ready" ? view.link : null;
  const chat = view?.phase === "ready" ? view.state.chat : null;
  const wasLost = useRef(false);

  useEffect(
    () =>
      store?.onEvent(({ event, data }) => {
        if (event === "board.changed" && data.boardId === board.boardId) {
          const { revision } = data;
          board.store.applyRemote({ revision, nodes: readNodes(data.nodes), edges: readEdges(data.edges) });
        } else if (event === "turn.finished") {
          void catchUp(board.store, board.boardId);
          void queryClient.invalidateQueries({ queryKey: [...queryKeys.boards, "list"] });
        }
      }),
    [store, board],
  );

  // Board messages aren't stored: after a gap, the whole board is refetched.
  useEffect(() => {
    if (link === "live" && wasLost.current) void catchUp(board.store, board.boardId);
    if (link !== null) wasLost.current = link !== "live";
  }, [link, board]);

  useEffect(() => {
    if (chat) board.chartTitles.set(titlesOf(chat));
  }, [chat, board]);
}

function titlesOf({ turns }: Chat): ReadonlyMap<string, string> {
  const charts = turns.flatMap(({ blocks }) => blocks.filter((block) => block.type === "chart"));
  return new Map(charts.map(({ chartId, title }) => [chartId, title]));
}
