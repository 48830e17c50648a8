import { useEffect, useState, useSyncExternalStore } from "react";
import { renewSession } from "../api/auth.ts";
import { loadChatWith } from "../api/load-chat.ts";
import { turnFinished } from "../api/query-client.ts";
import { browserConnection, browserTabs, scheduleFrame } from "../stream/browser-environment.ts";
import { ChatStore, type ViewedChat } from "../stream/chat-store.ts";
import { connectStream, streamUrl } from "../stream/connection.ts";
import type { Live } from "../stream/fold.ts";
import { joinTabs } from "../stream/tabs.ts";
import { apiPaths } from "../util/paths.ts";

export interface OpenChat {
  store: ChatStore;
  /** As it was when something was stored last: what is being written is followed by `useLive`, where it is shown. */
  view: ViewedChat;
}

/** The chat and its updates, followed as long as the component is there; null without a chat. */
export function useChat(chatId: string | null): OpenChat | null {
  const [followed, setFollowed] = useState(() => followChat(chatId));
  if (followed.chatId !== chatId) setFollowed(followChat(chatId));
  const { store, getStoredView } = followed;
  const view = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, getStoredView);
  useEffect(() => {
    if (store === null) return;
    const stopHearing = store.onEvent((event) => {
      if (event.event === "turn.finished" || event.event === "chat.changed") turnFinished();
    });
    void store.open();
    return () => {
      stopHearing();
      store.close();
    };
  }, [store]);
  return store && view && { store, view };
}

/** Unstored output of a running turn; null for a finished turn. */
export function useLive(store: ChatStore | null): Live | null {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => {
    const view = store?.getView();
    return view?.phase === "ready" ? view.state.live : null;
  });
}

const subscribeToNothing = () => () => undefined;

interface Followed {
  chatId: string | null;
  store: ChatStore | null;
  getStoredView: () => ViewedChat | null;
}

function followChat(chatId: string | null): Followed {
  if (chatId === null) return { chatId, store: null, getStoredView: () => null };
  const store = createStore(chatId);
  return { chatId, store, getStoredView: storedViews(store) };
}
/** Gives the view that it gave before while nothing but the open block has changed. */
function storedViews(store: ChatStore): () => ViewedChat {
  let kept = store.getView();
  return () => {
    const view = store.getView();
    if (!isSameButLive(kept, view)) kept = view;
    return kept;
  };
}

function isSameButLive(one: ViewedChat, other: ViewedChat): boolean {
  if (one.phase !== "ready" || other.phase !== "ready") return one === other;
  return (
    one.state.chat === other.state.chat &&
    one.link === other.link &&
    one.earlier === other.earlier &&
    one.isOutdated === other.isOutdated
  );
}

function createStore(chatId: string): ChatStore {
  return new ChatStore(chatId, {
    loadChat,
    schedule: scheduleFrame,
    connect: (id, handlers) =>
      joinTabs(
        id,
        handlers,
        (own) => connectStream((cursor) => streamUrl(id, cursor), own, browserConnection(renewSession)),
        browserTabs(),
      ),
  });
}

async function loadChat(chatId: string, before: string | null): Promise<unknown> {
  const chat = await loadChatWith(apiPaths.chat(chatId, { before: before ?? undefined }));
  // A quick turn may have ended before its stream was opened.
  if (before === null) turnFinished();
  return chat;
}
