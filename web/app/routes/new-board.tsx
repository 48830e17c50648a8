import { useSearchParams } from "react-router";
import { NewBoardScreen } from "../features/boards/new-board-screen";
import { isOwnNavigation } from "../util/own-navigation";
import type { Route } from "./+types/new-board";
import { newBoardPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.newBoardPortolan }];

export default function NewBoard() {
  const question = useSearchParams()[0].get("q") ?? "";
  return <NewBoardScreen key={question} question={question} isOwnNavigation={isOwnNavigation()} />;
}
