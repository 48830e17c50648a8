import { LatestChatsScreen } from "../features/admin/latest-chats-screen";
import type { Route } from "./+types/admin-latest-chats";
import { adminLatestChatsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.latestChatsPortolan }];

export default function AdminLatestChats() {
  return <LatestChatsScreen />;
}
