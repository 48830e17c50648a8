import { BoardScreen } from "../features/boards/board-screen";
import type { Route } from "./+types/board";
import { boardPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.boardPortolan }];

export default function BoardRoute({ params: { boardId } }: Route.ComponentProps) {
  return <BoardScreen key={boardId} boardId={boardId} />;
}
