import { BoardScreen } from "../features/boards/board-screen";
import type { Route } from "./+types/board";

export const meta: Route.MetaFunction = () => [{ title: "Board · Portolan" }];

export default function BoardRoute({ params: { boardId } }: Route.ComponentProps) {
  return <BoardScreen key={boardId} boardId={boardId} />;
}
