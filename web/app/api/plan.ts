import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { List } from "./list";
import { queryKeys } from "./query-client";
import { request } from "./request";

export interface UserPlan {
  activeSubscriptionTier: string;
  usageLimitReached: boolean;
  creditsLeft: number;
  creditsTotal: number;
  /** 0 to 100. */
  percentUsage: number;
  period: { start: string; end: string };
  canceledAt: string | null;
  cancelAtPeriodEnd: boolean;
}

/** One line of the ledger. */
export interface UsageEntry {
  /** 1, 2, 3 … per person. */
  number: number;
  kind: "grant" | "charge" | "expiry" | "adjustment";
  /** Credits; negative where they went. */
  amount: number;
  balanceAfter: number;
  chatId: string | null;
  turnId: string | null;
  description: string;
  createdAt: string;
}

export const planQuery = () =>
  queryOptions({
    queryKey: queryKeys.plan,
    queryFn: ({ signal }) => request<UserPlan>(apiPaths.plan(), { signal }),
  });

export const usageQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.usage,
    queryFn: ({ pageParam, signal }) =>
      request<List<UsageEntry>>(apiPaths.usage({ limit: 25, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
