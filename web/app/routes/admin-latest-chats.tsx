import { LatestChatsScreen } from "../features/admin/latest-chats-screen";
import type { Route } from "./+types/admin-latest-chats";

export const meta: Route.MetaFunction = () => [{ title: "Latest chats · Portolan" }];

export default function AdminLatestChats() {
  return <LatestChatsScreen />;
}
