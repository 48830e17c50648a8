import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { renewSession } from "../../api/auth";
import { loadChatWith } from "../../api/load-chat";
import { EventInspector } from "../../blocks/event-inspector";
import { ReadOnlyTurn } from "../../blocks/read-only-turn";
import { BranchPicker } from "../../chat/branch-picker";
import { pathTo } from "../../stream/branches";
import { browserConnection, scheduleFrame } from "../../stream/browser-environment";
import { ChatStore, type ReadyView } from "../../stream/chat-store";
import { connectStream } from "../../stream/connection";
import { formatCursor } from "../../stream/cursor";
import { Button } from "../../ui/button";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState, ErrorState } from "../../ui/states";
import { apiPaths } from "../../util/paths";
import { AdminPage } from "./admin-page";
import { LiveBadge } from "./live-badge";
import { watchedChat as text } from "./strings";

export interface WatchedChatProps {
  chatId: string;
  /** Goes with every call, and into the record that the owner can read. */
  reason: string;
  onLeave: () => void;
}

/** Live view of a user's chat, with its events. */
export function WatchedChat({ chatId, reason, onLeave }: WatchedChatProps) {
  const [store] = useState(() => createStore(chatId, reason));
  const view = useSyncExternalStore(store.subscribe, store.getView);
  useEffect(() => {
    void store.open();
    return () => store.close();
  }, [store]);
  switch (view.phase) {
    case "ready":
      return <Watched store={store} view={view} reason={reason} onLeave={onLeave} />;
    case "loading":
      return (
        <AdminPage title={text.chatViewer}>
          <LoadingNote>{text.loadingChat}</LoadingNote>
          <Skeleton className="h-64" />
        </AdminPage>
      );
    case "missing":
      return (
        <AdminPage title={text.chatViewer}>
          <EmptyState
            title={text.chatNotFound}
            description={text.description}
            action={<Button onClick={onLeave}>{text.back}</Button>}
          />
        </AdminPage>
      );
    case "expired":
    case "failed":
      return (
        <AdminPage title={text.chatViewer}>
          <ErrorState
            title={text.couldntLoadTheChat}
            description={view.phase === "failed" ? view.message : text.yourSessionHasEndedSign}
            onRetry={() => void store.open()}
          />
        </AdminPage>
      );
  }
}

interface WatchedProps extends Omit<WatchedChatProps, "chatId"> {
  store: ChatStore;
  view: ReadyView;
}

function Watched({ store, view, reason, onLeave }: WatchedProps) {
  const { chat, live } = view.state;
  const [chosen, choose] = useState<string | null>(null);
  const path = useMemo(() => pathTo(chat.turns, chosen), [chat.turns, chosen]);
  return (
    <div className="flex min-h-0 flex-1 flex-col xl:h-dvh xl:flex-row">
      <div className="min-w-0 flex-1 overflow-y-auto px-4 py-6 sm:px-8">
        <div className="mx-auto max-w-[51rem]">
          <div className="flex flex-wrap items-center gap-3 border-line border-b pb-4">
            <h1 dir="auto" className="min-w-0 flex-1 truncate font-serif text-2xl tracking-tight">
              {chat.title || text.newChat}
            </h1>
            <LiveBadge link={view.link} />
            <Button size="small" onClick={onLeave}>
              {text.exit}
            </Button>
            <p className="w-full text-faint text-sm">{text.readOnlyReason(reason)}</p>
          </div>
          {(view.earlier === "some" || view.earlier === "failed") && (
            <Button size="small" className="mt-4" onClick={() => void store.loadEarlier()}>
              {text.loadEarlierMessages}
            </Button>
          )}
          {path.map(({ turn, siblings }) => (
            <div key={turn.turnId}>
              <div className="mt-3 flex justify-end">
                <BranchPicker turn={turn} siblings={siblings} onChoose={choose} />
              </div>
              <ReadOnlyTurn turn={turn} live={turn.outcome === null ? live : null} />
            </div>
          ))}
          {path.length === 0 && <p className="py-16 text-center text-soft">{text.noMessagesYet}</p>}
        </div>
      </div>
      <EventInspector
        store={store}
        className="h-[50dvh] border-line border-t xl:sticky xl:top-0 xl:h-dvh xl:w-96 xl:border-t-0 xl:border-l"
      />
    </div>
  );
}

function createStore(chatId: string, reason: string): ChatStore {
  return new ChatStore(chatId, {
    loadChat: (id, before) => loadChatWith(apiPaths.adminChat(id, { reason, before: before ?? undefined })),
    schedule: scheduleFrame,
    connect: (id, handlers) =>
      connectStream(
        (cursor) => apiPaths.adminChatEvents(id, { reason, after: formatCursor(cursor) }),
        handlers,
        browserConnection(renewSession),
      ),
  });
}
