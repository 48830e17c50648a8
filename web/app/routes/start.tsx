import { useSearchParams } from "react-router";
import { StartScreen } from "../features/start/start-screen";
import type { Route } from "./+types/start";

export const meta: Route.MetaFunction = () => [{ title: "Start · Portolan" }];

export default function Start() {
  const question = useSearchParams()[0].get("q") ?? "";
  return <StartScreen key={question} initialQuestion={question} />;
}
