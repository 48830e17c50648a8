import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { countInteraction } from "../util/feedback-prompt";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

export interface ChatSummary {
  id: string;
  /** Empty until the first answer gives it one. */
  title: string;
  createdAt: string;
  updatedAt: string;
  /** Field that matched the search. */
  match?: { turnId: string | null; snippet: string } | null;
}

export interface NewMessage {
  text: string;
  sourceIds?: string[];
  /** Absent: after the newest turn; null: at the root of the chat. */
  parentTurnId?: string | null;
  model?: string;
}

/** The chats of the person, newest first. */
export const chatsQuery = (limit = 50) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.chats, { limit }],
    queryFn: ({ pageParam, signal }) =>
      request<List<ChatSummary>>(apiPaths.chats({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** Chats whose title or messages hold the words of `q`, best first. */
export const chatSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.chats, "search", { q, limit }],
    queryFn: async ({ signal }) => (await request<List<ChatSummary>>(apiPaths.chats({ q, limit }), { signal })).items,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

export async function createChat(
  settings: { title?: string; model?: string; boardId?: string } = {},
): Promise<ChatSummary> {
  const chat = await request<ChatSummary>(apiPaths.chats(), { method: "POST", body: settings });
  chatsChanged();
  return chat;
}

/**
 * Starts a turn. Sending the same message with the same key again does nothing twice, so that it is safe to repeat after
 * a failure: keep the key until the answer has come.
 */
export async function sendMessage(
  chatId: string,
  message: NewMessage,
  idempotencyKey: string,
): Promise<{ turnId: string }> {
  const started = await request<{ turnId: string }>(apiPaths.chatMessages(chatId), {
    method: "POST",
    body: message,
    headers: { "Idempotency-Key": idempotencyKey },
  });
  countInteraction();
  return started;
}

/** Stops the running turn and keeps what is there. */
export const cancelTurn = (chatId: string): Promise<void> => request(apiPaths.chatCancel(chatId), { method: "POST" });

/** Answers the same message again, in a turn beside the first; once for each key. */
export const retryTurn = (
  chatId: string,
  turnId: string,
  options: { model?: string | undefined },
  idempotencyKey: string,
): Promise<{ turnId: string }> =>
  request(apiPaths.turnRetry(chatId, turnId), {
    method: "POST",
    body: options,
    headers: { "Idempotency-Key": idempotencyKey },
  });

export async function renameChat(chatId: string, title: string): Promise<void> {
  await request(apiPaths.chat(chatId), { method: "PATCH", body: { title } });
  chatsChanged();
}

export async function deleteChat(chatId: string): Promise<void> {
  await request(apiPaths.chat(chatId), { method: "DELETE" });
  chatsChanged();
}

function chatsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.chats });
}

/** Says what an answer was worth; null takes it back. `comment` is what was expected instead. */
export async function rateTurn(turnId: string, rating: "up" | "down" | null, comment?: string): Promise<void> {
  await request(apiPaths.turnRating(turnId), { method: "PUT", body: { rating, comment } });
  countInteraction();
}

/** Which administrator looked into a chat, why and when. */
export interface ChatLook {
  admin: { username?: string | null };
  reason: string;
  viewedAt: string;
}

export const chatViewsQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...queryKeys.chats, "views", chatId],
    queryFn: async ({ signal }) => (await request<List<ChatLook>>(apiPaths.chatViews(chatId), { signal })).items,
    staleTime: 5 * 60_000,
  });
