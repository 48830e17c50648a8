import { MessageCircleOff } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useChatSession } from "../../chat/use-chat-session.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { debugMode } from "../../util/debug-mode.ts";
import { paths } from "../../util/page-paths.ts";
import { useStore } from "../../util/store.ts";
import { ChatSkeleton } from "./chat-skeleton.tsx";
import { ReadyChat } from "./ready-chat.tsx";
import { chatScreen as strings } from "./strings";

const EventInspector = lazy(async () => ({
  default: (await import("../../blocks/event-inspector.tsx")).EventInspector,
}));

/** One chat: its history, the answer that is being written, and the place for the next message. */
export function ChatScreen({ chatId }: { chatId: string }) {
  return <KnownChat key={chatId} chatId={chatId} />;
}

function KnownChat({ chatId }: { chatId: string }) {
  const session = useChatSession({ place: chatId, chatId });
  const { store, view } = session;
  const isDebugging = useStore(debugMode);
  if (store === null || view === null) return null;
  switch (view.phase) {
    case "loading":
      return <ChatSkeleton />;
    case "missing":
      return (
        <NoChat title={strings.chatNotFound} text={strings.itWasDeletedBelongsTo}>
          <ButtonLink to={paths.start()} look="primary">
            {strings.startANewChat}
          </ButtonLink>
        </NoChat>
      );
    case "expired":
      return (
        <NoChat title={strings.yourSessionHasEnded} text={strings.signInAgainToPick}>
          <ButtonLink to={paths.login()} look="primary" reloadDocument>
            {strings.signIn}
          </ButtonLink>
        </NoChat>
      );
    case "failed":
      return (
        <div className="mx-auto w-full max-w-[51rem] px-4 py-16 sm:px-6">
          <ErrorState title={strings.couldntLoadTheChat} description={view.message} onRetry={() => void store.open()} />
        </div>
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

function NoChat({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-3 px-4 py-24 text-center">
      <MessageCircleOff aria-hidden className="size-8 text-faint" />
      <h1 className="font-serif text-2xl tracking-tight">{title}</h1>
      <p className="max-w-md text-soft">{text}</p>
      <div className="mt-3">{children}</div>
    </section>
  );
}
