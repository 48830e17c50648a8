import { useSearchParams } from "react-router";
import { StartScreen } from "../features/start/start-screen";
import type { Route } from "./+types/start";
import { startPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.startPortolan }];

export default function Start() {
  const question = useSearchParams()[0].get("q") ?? "";
  return <StartScreen key={question} initialQuestion={question} />;
}
