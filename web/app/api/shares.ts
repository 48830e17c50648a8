import { queryOptions } from "@tanstack/react-query";
import type { Share } from "../contract/types";
import { validate } from "../contract/validate";
import type { SharedChat } from "../stream/chat";
import { countInteraction } from "../util/feedback-prompt";
import * as api from "./operations";
import { isProblem } from "./problem";
import { queryClient } from "./query-client";

export type { Share } from "../contract/types";

const shareKey = (chatId: string) => ["shares", chatId] as const;

/** The link of a chat; null if it has none. */
export const shareQuery = (chatId: string) =>
  queryOptions({
    queryKey: shareKey(chatId),
    queryFn: async ({ signal }): Promise<Share | null> => {
      try {
        return await api.getShare({ chatId }, { signal });
      } catch (error) {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }
    },
  });

/** Makes a link to the branch that ends with `turnId`; if there is one already, it shows that from now on. */
export async function shareChat(chatId: string, turnId: string | null): Promise<Share> {
  const body = turnId === null ? {} : { turnId };
  const share = await api.shareChat({ chatId }, body);
  queryClient.setQueryData(shareKey(chatId), share);
  countInteraction();
  return share;
}

/** The link leads nowhere from now on. */
export async function revokeShare(chatId: string): Promise<void> {
  await api.unshareChat({ chatId });
  queryClient.setQueryData(shareKey(chatId), null);
}

/** A chat that a user shares. */
export const sharedChatQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared", token],
    queryFn: async ({ signal }): Promise<SharedChat> =>
      validate("SharedChat", await api.getShared({ token }, { signal })),
  });
