import { lazy, Suspense } from "react";
import { useChat } from "../../chat/use-chat.ts";
import { useChatSession } from "../../chat/use-chat-session.ts";
import { debugMode } from "../../util/debug-mode.ts";
import { useStore } from "../../util/store.ts";
import { ChatSkeleton } from "./chat-skeleton.tsx";
import { ReadyChat } from "./ready-chat.tsx";

const NoChat = lazy(async () => ({ default: (await import("./no-chat.tsx")).NoChat }));
const EventInspector = lazy(async () => ({
  default: (await import("../../blocks/event-inspector.tsx")).EventInspector,
}));

/** One chat: its history, the answer that is being written, and the place for the next message. */
export function ChatScreen({ chatId }: { chatId: string }) {
  return <KnownChat key={chatId} chatId={chatId} />;
}

function KnownChat({ chatId }: { chatId: string }) {
  const session = useChatSession(useChat(chatId), { place: chatId, chatId });
  const { store, view } = session;
  const isDebugging = useStore(debugMode);
  if (store === null || view === null) return null;
  switch (view.phase) {
    case "loading":
      return <ChatSkeleton />;
    case "missing":
    case "expired":
    case "failed":
      return (
        <Suspense fallback={<ChatSkeleton />}>
          <NoChat view={view} onRetry={() => void store.open()} />
        </Suspense>
      );
    case "ready":
      return (
        <>
          <ReadyChat chatId={chatId} session={session} store={store} view={view} />
          {isDebugging && (
            <Suspense fallback={null}>
              <EventInspector
                store={store}
                className="fixed right-4 bottom-40 z-20 h-80 w-[min(26rem,calc(100vw-2rem))] overflow-hidden rounded-2xl border border-line shadow-floating"
              />
            </Suspense>
          )}
        </>
      );
  }
}
