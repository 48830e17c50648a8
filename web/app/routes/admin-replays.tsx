import { ReplaysScreen } from "../features/admin/replays-screen";
import type { Route } from "./+types/admin-replays";
import { adminReplaysPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.replaysPortolan }];

export default function AdminReplays() {
  return <ReplaysScreen />;
}
