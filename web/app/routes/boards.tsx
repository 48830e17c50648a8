import { BoardBeginnings, BoardGrid } from "../features/boards/board-grid";
import { Page } from "../ui/page";
import type { Route } from "./+types/boards";

export const meta: Route.MetaFunction = () => [{ title: "Boards · Portolan" }];

export default function Boards() {
  return (
    <Page title="Boards" actions={<BoardBeginnings />}>
      <BoardGrid />
    </Page>
  );
}
