import { type InfiniteData, queryOptions } from "@tanstack/react-query";
import type { FeedbackStatus, LatestChat } from "../contract/types";
import { type AdminListQuery, adminListChanged, adminListKey } from "./admin-lists";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { FeedbackItem, FeedbackStatus, LatestChat, MailMessage } from "../contract/types";

/** Parts of the queue of outgoing messages; a stuck one has failed, or waits after a failed attempt. */
export type MailFilter = "stuck" | "queued" | "sent" | "all";

const latestChatsKey = ["admin", "latest-chats"] as const;

export const latestChatsQuery = () =>
  queryOptions({
    queryKey: latestChatsKey,
    queryFn: async ({ signal }) => (await api.latestChats({ limit: 200 }, { signal })).items,
  });

type ChatPages = InfiniteData<{ items: LatestChat[] }>;

/** Takes an event of the live list over. */
export function latestChatChanged(chat: LatestChat): void {
  queryClient.setQueryData<LatestChat[]>(latestChatsKey, (chats) => chats && withLatestChat(chats, chat));
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: adminListKey("chats/latest") })) {
    const query = queryKey[3] as AdminListQuery<"chats/latest">;
    const isNewestFirst = !query.q && query.sort !== "createdAt" && query.direction !== "ascending";
    queryClient.setQueryData<ChatPages>(queryKey, (data) => data && withLatestChatInPages(data, chat, isNewestFirst));
  }
}

/** The list with `chat` in its place: newest first, each chat once. */
export function withLatestChat(chats: readonly LatestChat[], chat: LatestChat): LatestChat[] {
  const others = chats.filter(({ chatId }) => chatId !== chat.chatId);
  const place = others.findIndex(({ updatedAt }) => updatedAt <= chat.updatedAt);
  return others.toSpliced(place === -1 ? others.length : place, 0, chat);
}

/** Puts a chat on the first page of a list with the newest first. In other lists it only changes in place. */
function withLatestChatInPages(data: ChatPages, chat: LatestChat, isNewestFirst: boolean): ChatPages {
  const pages = data.pages.map((page, index) => {
    if (!isNewestFirst)
      return { ...page, items: page.items.map((item) => (item.chatId === chat.chatId ? chat : item)) };
    if (index === 0) return { ...page, items: withLatestChat(page.items, chat) };
    return { ...page, items: page.items.filter(({ chatId }) => chatId !== chat.chatId) };
  });
  return { ...data, pages };
}

export async function setFeedbackStatus(feedbackId: string, status: FeedbackStatus): Promise<void> {
  await api.updateFeedback({ feedbackId }, { status });
  await adminListChanged("feedback");
}

/** Answers feedback by email. */
export async function replyToFeedback(feedbackId: string, text: string): Promise<void> {
  await api.replyToFeedback({ feedbackId }, { text });
  await adminListChanged("feedback", "mail");
}

/** Makes a message that was not sent due at once. */
export async function retryMail(messageId: string): Promise<void> {
  try {
    await api.retryMail({ messageId });
  } finally {
    await adminListChanged("mail");
  }
}
