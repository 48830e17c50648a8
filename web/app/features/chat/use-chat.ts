import { useEffect, useState, useSyncExternalStore } from "react";
import { renewSession } from "../../api/auth.ts";
import { loadChatWith } from "../../api/load-chat.ts";
import { turnFinished } from "../../api/query-client.ts";
import { browserConnection, browserTabs, scheduleFrame } from "../../stream/browser-environment.ts";
import { ChatStore, type ChatView } from "../../stream/chat-store.ts";
import { connectStream, streamUrl } from "../../stream/connection.ts";
import { joinTabs } from "../../stream/tabs.ts";
import { apiPaths } from "../../util/paths.ts";

export interface OpenChat {
  store: ChatStore;
  view: ChatView;
}

/** The chat as it is now and as it goes on, followed as long as the component is there. */
export function useChat(chatId: string): OpenChat {
  // The screen is made anew for each chat, so that the first store stays the right one.
  const [store] = useState(() => createStore(chatId));
  const view = useSyncExternalStore(store.subscribe, store.getView);
  useEffect(() => {
    const stopHearing = store.onEvent((event) => {
      if (event.event === "turn.finished" || event.event === "chat.changed") turnFinished();
    });
    void store.open();
    return () => {
      stopHearing();
      store.close();
    };
  }, [store]);
  return { store, view };
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
  // A quick turn may have ended before its stream was heard.
  if (before === null) turnFinished();
  return chat;
}
