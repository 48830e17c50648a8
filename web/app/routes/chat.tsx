import { ChatScreen } from "../features/chat/chat-screen";
import type { Route } from "./+types/chat";

export const meta: Route.MetaFunction = () => [{ title: "Chat · Portolan" }];

export default function ChatRoute({ params: { chatId } }: Route.ComponentProps) {
  return <ChatScreen chatId={chatId} />;
}
