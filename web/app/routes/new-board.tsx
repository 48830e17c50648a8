import { replace } from "react-router";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/new-board";

/** A link or the extension may ask to start from a text or a page: the start page has it ready, and starts on a click. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw replace(paths.start(new URL(request.url).searchParams.get("q") ?? undefined));
}

export default function NewBoard() {
  return null;
}
