import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CreatedChat, SendMessage, Turn } from "../contract/types";
import { countInteraction } from "../util/feedback-prompt";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";

export type { ChatSummary, ChatView, SendMessage } from "../contract/types";

/** The user's chats, newest first. */
export const chatsQuery = (limit = 50) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.chats, { limit }],
    queryFn: ({ pageParam, signal }) => api.listChats({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** Chats whose title or messages hold the words of `q`, best first. */
export const chatSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.chats, "search", { q, limit }],
    queryFn: async ({ signal }) => (await api.listChats({ q, limit }, { signal })).items,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

export async function createChat(
  settings: { title?: string; model?: string; boardId?: string } = {},
): Promise<CreatedChat> {
  const chat = await api.createChat(settings);
  chatsChanged();
  return chat;
}

/** Returns all turns of a chat, oldest first, page by page. */
export async function fetchAllTurns(chatId: string): Promise<Turn[]> {
  let { turns, hasEarlier } = await api.getChat({ chatId });
  while (hasEarlier && turns[0]) {
    const earlier = await api.getChat({ chatId, before: turns[0].turnId });
    turns = [...earlier.turns, ...turns];
    // A page without turns would be asked for forever.
    hasEarlier = earlier.hasEarlier && earlier.turns.length > 0;
  }
  return turns;
}

/**
 * Starts a turn. Sending the same message with the same key again does nothing twice, so that it is safe to repeat after
 * a failure: keep the key until the answer has come.
 */
export async function sendMessage(
  chatId: string,
  message: SendMessage,
  idempotencyKey: string,
): Promise<{ turnId: string }> {
  const started = await api.sendMessage({ chatId }, message, {
    headers: { "Idempotency-Key": idempotencyKey },
  });
  countInteraction();
  return started;
}

/** Stops the running turn and keeps the partial answer. */
export const cancelTurn = (chatId: string): Promise<void> => api.cancelTurn({ chatId });

/** Answers the same message again, in a turn beside the first; once for each key. */
export const retryTurn = (
  chatId: string,
  turnId: string,
  options: { model?: string | undefined },
  idempotencyKey: string,
): Promise<{ turnId: string }> =>
  api.retryTurn({ chatId, turnId }, options, { headers: { "Idempotency-Key": idempotencyKey } });

export async function renameChat(chatId: string, title: string): Promise<void> {
  await api.updateChat({ chatId }, { title });
  chatsChanged();
}

export async function deleteChat(chatId: string): Promise<void> {
  await api.deleteChat({ chatId });
  chatsChanged();
}

function chatsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.chats });
}

/** Rates an answer; null removes the rating. `comment` is the expected answer. */
export async function rateTurn(turnId: string, rating: "up" | "down" | null, comment?: string): Promise<void> {
  await api.rateTurn({ turnId }, { rating, comment });
  countInteraction();
}

export const chatViewsQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...queryKeys.chats, "views", chatId],
    queryFn: async ({ signal }) => (await api.listChatViews({ chatId }, { signal })).items,
    staleTime: 5 * 60_000,
  });
