import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FeedbackStatus, LatestChat } from "../contract/types";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { FeedbackItem, FeedbackStatus, LatestChat, MailMessage } from "../contract/types";

/** Parts of the queue of outgoing messages; a stuck one has failed, or waits after a failed attempt. */
export type MailFilter = "stuck" | "queued" | "sent" | "all";

const adminKeys = {
  latestChats: ["admin", "latest-chats"],
  feedback: ["admin", "feedback"],
  mail: ["admin", "mail"],
} as const;

export const latestChatsQuery = () =>
  queryOptions({
    queryKey: adminKeys.latestChats,
    queryFn: async ({ signal }) => (await api.latestChats({ limit: 200 }, { signal })).items,
  });

/** Takes an event of the live list over. */
export function latestChatChanged(chat: LatestChat): void {
  queryClient.setQueryData<LatestChat[]>(adminKeys.latestChats, (chats) => chats && withLatestChat(chats, chat));
}

/** The list with `chat` in its place: newest first, each chat once. */
export function withLatestChat(chats: readonly LatestChat[], chat: LatestChat): LatestChat[] {
  const others = chats.filter(({ chatId }) => chatId !== chat.chatId);
  const place = others.findIndex(({ updatedAt }) => updatedAt <= chat.updatedAt);
  return others.toSpliced(place === -1 ? others.length : place, 0, chat);
}

export const feedbackQuery = () =>
  infiniteQueryOptions({
    queryKey: adminKeys.feedback,
    queryFn: ({ pageParam, signal }) => api.listFeedback({ limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function setFeedbackStatus(feedbackId: string, status: FeedbackStatus): Promise<void> {
  await api.updateFeedback({ feedbackId }, { status });
  await queryClient.invalidateQueries({ queryKey: adminKeys.feedback });
}

/** How often the queue is read again while it is open. */
const mailRefreshMs = 5_000;

export const mailQuery = (status: MailFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.mail, { status }],
    queryFn: ({ pageParam, signal }) => api.listMail({ status, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: mailRefreshMs,
  });

/** Makes a message that was not sent due at once. */
export async function retryMail(messageId: string): Promise<void> {
  try {
    await api.retryMail({ messageId });
  } finally {
    await queryClient.invalidateQueries({ queryKey: adminKeys.mail });
  }
}
