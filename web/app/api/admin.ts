import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { queryClient } from "./query-client";
import { request } from "./request";

/** A chat as the rolling list of administrators shows it. */
export interface LatestChat {
  chatId: string;
  title: string;
  user: { id: string; email: string | null; username?: string | null };
  model: string;
  running: boolean;
  lastMessage: string;
  /** How the last turn ended; absent while it runs. */
  outcome?: "completed" | "cancelled" | "limited" | "failed" | null;
  updatedAt: string;
}

/** Credits that a user spent, and their balance. */
export interface UserUsage {
  userId: string;
  email: string | null;
  username?: string | null;
  tier: string;
  creditsLeft: number;
  creditsTotal: number;
  /** Credits and messages of the asked days. */
  creditsUsed: number;
  turns: number;
  periodCreditsUsed: number;
  lastTurnAt?: string | null;
  isAdmin: boolean;
  /** Set while the account is suspended. */
  suspendedUntil?: string | null;
  createdAt: string;
}

export type FeedbackStatus = "new" | "seen" | "done";

export interface FeedbackItem {
  id: string;
  text: string;
  metadata: { route?: string; email?: string };
  user?: { id: string; email: string | null } | null;
  status: FeedbackStatus;
  createdAt: string;
}

/** Parts of the queue of outgoing messages; a stuck one has failed, or waits after a failed attempt. */
export type MailFilter = "stuck" | "queued" | "sent" | "all";

/** A verification email or text message, without its content. */
export interface MailMessage {
  id: string;
  kind: "mail" | "sms";
  /** The kind of code that it carries, such as `recovery`. */
  purpose: string;
  recipient: string;
  status: "waiting" | "sent" | "failed";
  attempts: number;
  /** The next attempt, while it waits. */
  dueAt: string;
  lastError: string | null;
  /** The end of its code; it isn't sent after that. */
  expiresAt: string;
  createdAt: string;
}

const adminKeys = {
  latestChats: ["admin", "latest-chats"],
  feedback: ["admin", "feedback"],
  mail: ["admin", "mail"],
} as const;

export const latestChatsQuery = () =>
  queryOptions({
    queryKey: adminKeys.latestChats,
    queryFn: async ({ signal }) =>
      (await request<List<LatestChat>>(apiPaths.adminLatestChats({ limit: 200 }), { signal })).items,
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
    queryFn: ({ pageParam, signal }) =>
      request<List<FeedbackItem>>(apiPaths.adminFeedback({ limit: 100, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function setFeedbackStatus(feedbackId: string, status: FeedbackStatus): Promise<void> {
  await request(apiPaths.adminFeedbackItem(feedbackId), { method: "PATCH", body: { status } });
  await queryClient.invalidateQueries({ queryKey: adminKeys.feedback });
}

/** How often the queue is read again while it is open. */
const mailRefreshMs = 5_000;

export const mailQuery = (status: MailFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.mail, { status }],
    queryFn: ({ pageParam, signal }) =>
      request<List<MailMessage>>(apiPaths.adminMail({ status, limit: 100, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: mailRefreshMs,
  });

/** Makes a message that was not sent due at once. */
export async function retryMail(messageId: string): Promise<void> {
  try {
    await request(apiPaths.adminMailRetry(messageId), { method: "POST", body: {} });
  } finally {
    await queryClient.invalidateQueries({ queryKey: adminKeys.mail });
  }
}
