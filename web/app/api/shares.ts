import { queryOptions } from "@tanstack/react-query";
import type { SharedChat } from "../stream/chat";
import { validateSharedChat } from "../stream/validate-chat";
import { countInteraction } from "../util/feedback-prompt";
import { apiPaths } from "../util/paths";
import { isProblem } from "./problem";
import { queryClient } from "./query-client";
import { request } from "./request";

/** A read-only snapshot of a chat, open to anyone who has its link. */
export interface Share {
  token: string;
  url: string;
  sharedAt: string;
  /** The last turn of the branch that it shows. */
  lastTurnId: string | null;
}

const shareKey = (chatId: string) => ["shares", chatId] as const;

/** The link of a chat; null where it has none. */
export const shareQuery = (chatId: string) =>
  queryOptions({
    queryKey: shareKey(chatId),
    queryFn: async ({ signal }): Promise<Share | null> => {
      try {
        return await request<Share>(apiPaths.chatShare(chatId), { signal });
      } catch (error) {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }
    },
  });

/** Makes a link to the branch that ends with `turnId`; where there is one already, it shows that from now on. */
export async function shareChat(chatId: string, turnId: string | null): Promise<Share> {
  const body = turnId === null ? {} : { turnId };
  const share = await request<Share>(apiPaths.chatShare(chatId), { method: "POST", body });
  queryClient.setQueryData(shareKey(chatId), share);
  countInteraction();
  return share;
}

/** The link leads nowhere from now on. */
export async function revokeShare(chatId: string): Promise<void> {
  await request(apiPaths.chatShare(chatId), { method: "DELETE" });
  queryClient.setQueryData(shareKey(chatId), null);
}

/** A chat that a user shares. */
export const sharedChatQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared", token],
    queryFn: async ({ signal }): Promise<SharedChat> =>
      validateSharedChat(await request<unknown>(apiPaths.shared(token), { signal })),
  });
