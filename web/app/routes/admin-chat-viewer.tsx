import { useSearchParams } from "react-router";
import { ChatViewerScreen } from "../features/admin/chat-viewer-screen";
import type { Route } from "./+types/admin-chat-viewer";

export const meta: Route.MetaFunction = () => [{ title: "Chat viewer · Portolan" }];

export default function AdminChatViewer() {
  const chatId = useSearchParams()[0].get("chat");
  return <ChatViewerScreen key={chatId} chatId={chatId} />;
}
