import { boardQuery } from "../api/boards";
import { queryClient } from "../api/query-client";
import { BoardScreen } from "../features/boards/board-screen";
import type { Route } from "./+types/board";
import { boardPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.boardPortolan }];

/** Asks for the data while the page's code is on its way. */
export function clientLoader({ params }: Route.ClientLoaderArgs): null {
  void queryClient.prefetchQuery(boardQuery(params.boardId));
  return null;
}

export default function BoardRoute({ params: { boardId } }: Route.ComponentProps) {
  return <BoardScreen key={boardId} boardId={boardId} />;
}
