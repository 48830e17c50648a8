import { infiniteQueryOptions } from "@tanstack/react-query";
import type { CreditsBody } from "../contract/types";
import { adminListChanged } from "./admin-lists";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { CreditsBody as CreditChange } from "../contract/types";

const ledgerKey = (userId: string) => ["admin", "ledger", userId] as const;

export const userLedgerQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ledgerKey(userId),
    queryFn: ({ pageParam, signal }) => api.listUserLedger({ userId, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export async function changeCredits(userId: string, change: CreditsBody): Promise<void> {
  await api.changeCredits({ userId }, change);
  await Promise.all([queryClient.invalidateQueries({ queryKey: ledgerKey(userId) }), adminListChanged("user-usage")]);
}

/** Ends the user's sessions and refuses their keys. */
export async function suspendUser(userId: string, reason: string): Promise<void> {
  await api.suspendUser({ userId }, { reason });
  await adminListChanged("user-usage");
}

export async function restoreUser(userId: string, reason: string): Promise<void> {
  await api.restoreUser({ userId }, { reason });
  await adminListChanged("user-usage");
}
