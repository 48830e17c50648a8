import { ChatScreen } from "../features/chat/chat-screen";
import type { Route } from "./+types/chat";
import { chatPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.chatPortolan }];

export default function ChatRoute({ params: { chatId } }: Route.ComponentProps) {
  return <ChatScreen chatId={chatId} />;
}
