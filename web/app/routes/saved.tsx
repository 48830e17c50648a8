import { SavedScreen } from "../features/saved/saved-screen";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = () => [{ title: "Saved · Portolan" }];

export default function Saved() {
  return <SavedScreen />;
}
