import { BoardBeginnings, BoardGrid } from "../features/boards/board-grid";
import { Page } from "../ui/page";
import type { Route } from "./+types/boards";
import { boardsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.boardsPortolan }];

export default function Boards() {
  return (
    <Page title={text.boards} actions={<BoardBeginnings />}>
      <BoardGrid />
    </Page>
  );
}
