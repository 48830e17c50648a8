import { SavedScreen } from "../features/saved/saved-screen";
import type { Route } from "./+types/saved";
import { savedPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.savedPortolan }];

export default function Saved() {
  return <SavedScreen />;
}
