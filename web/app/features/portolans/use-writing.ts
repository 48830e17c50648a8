import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { renewSession } from "../../api/auth";
import { cancelTurn, createChat, sendMessage } from "../../api/chats";
import { loadChatWith } from "../../api/load-chat";
import { describeFailure } from "../../api/problem";
import { turnFinished } from "../../api/query-client";
import { browserConnection, scheduleFrame } from "../../stream/browser-environment";
import { ChatStore, type ChatView } from "../../stream/chat-store";
import { connectStream, streamUrl } from "../../stream/connection";
import { apiPaths } from "../../util/paths";
import { randomId } from "../../util/random-id";
import { useWriting as strings } from "./strings";

const nothing: ChatView = { phase: "loading" };
const noSubscription = () => () => undefined;

/** The chat that a document is written in: made with the first request, and remembered for the next ones. */
export function useWriting(title: string) {
  const [store, setStore] = useState<ChatStore | null>(null);
  const [chatId, setChatId] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A request that is repeated after a failure does nothing twice.
  const attempt = useRef<{ text: string; key: string } | null>(null);
  const view = useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.getView() ?? nothing);

  useEffect(() => () => store?.close(), [store]);

  async function ask(text: string, sourceIds: string[]): Promise<boolean> {
    setSending(true);
    setFailure(null);
    if (attempt.current?.text !== text) attempt.current = { text, key: randomId() };
    try {
      const id = chatId ?? (await createChat({ title: title || strings.document })).id;
      setChatId(id);
      await sendMessage(id, { text, sourceIds }, attempt.current.key);
      attempt.current = null;
      const followed = store ?? createStore(id);
      setStore(followed);
      await followed.open();
      return true;
    } catch (error) {
      setFailure(describeFailure(error));
      return false;
    } finally {
      setSending(false);
    }
  }

  const state = view.phase === "ready" ? view.state : null;
  const turn = state?.chat.turns.at(-1) ?? null;
  return {
    ask,
    stop: () => chatId !== null && void cancelTurn(chatId).catch((error) => setFailure(describeFailure(error))),
    isSending,
    failure: view.phase === "failed" ? view.message : failure,
    turn,
    live: turn?.outcome === null ? (state?.live ?? null) : null,
    chatId,
  };
}

function createStore(chatId: string): ChatStore {
  const store = new ChatStore(chatId, {
    loadChat: (id, before) => loadChatWith(apiPaths.chat(id, { before: before ?? undefined })),
    schedule: scheduleFrame,
    connect: (id, handlers) =>
      connectStream((cursor) => streamUrl(id, cursor), handlers, browserConnection(renewSession)),
  });
  store.onEvent((event) => {
    if (event.event === "turn.finished") turnFinished();
  });
  return store;
}
