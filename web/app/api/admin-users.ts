import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { adminListChanged } from "./admin-lists";
import type { List } from "./list";
import type { UsageEntry } from "./plan";
import { queryClient } from "./query-client";
import { request } from "./request";

export interface CreditChange {
  /** A grant beside the plan, or how many credits are left until the period ends. */
  kind: "grant" | "set";
  credits: number;
  reason: string;
  /** Of a grant; without it the credits don't expire. */
  expiresInDays?: number;
}

const ledgerKey = (userId: string) => ["admin", "ledger", userId] as const;

export const userLedgerQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ledgerKey(userId),
    queryFn: ({ pageParam, signal }) =>
      request<List<UsageEntry>>(apiPaths.adminUserLedger(userId, { limit: 50, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function changeCredits(userId: string, change: CreditChange): Promise<void> {
  await request(apiPaths.adminUserCredits(userId), { method: "POST", body: change });
  await Promise.all([queryClient.invalidateQueries({ queryKey: ledgerKey(userId) }), adminListChanged("user-usage")]);
}

/** Ends the user's sessions and refuses their keys. */
export async function suspendUser(userId: string, reason: string): Promise<void> {
  await request(apiPaths.adminUserSuspend(userId), { method: "POST", body: { reason } });
  await adminListChanged("user-usage");
}

export async function restoreUser(userId: string, reason: string): Promise<void> {
  await request(apiPaths.adminUserRestore(userId), { method: "POST", body: { reason } });
  await adminListChanged("user-usage");
}
