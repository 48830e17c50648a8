import { useSearchParams } from "react-router";
import { ChatViewerScreen } from "../features/admin/chat-viewer-screen";
import type { Route } from "./+types/admin-chat-viewer";
import { adminChatViewerPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.chatViewerPortolan }];

export default function AdminChatViewer() {
  const chatId = useSearchParams()[0].get("chat");
  return <ChatViewerScreen key={chatId} chatId={chatId} />;
}
