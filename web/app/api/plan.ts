import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isExtensionMode } from "../util/extension-mode";
import { apiPaths } from "../util/paths";
import { subscriptionQuery } from "./billing";
import type { List } from "./list";
import { queryClient, queryKeys } from "./query-client";
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
  chatId?: string | null;
  /** Current title of the chat; absent once it is deleted. */
  chatTitle?: string | null;
  turnId?: string | null;
  /** The message that the charge is for; absent once its chat is deleted. */
  question?: string | null;
  description: string;
  /** Model and token counts. */
  model?: string | null;
  inputTokens?: number | null;
  outputTokens?: number | null;
  /** Whether the model's provider has not told the exact use; a later line then corrects this one. */
  estimated?: boolean;
  createdAt: string;
}

export const planQuery = () =>
  queryOptions({
    queryKey: queryKeys.plan,
    queryFn: ({ signal }) => request<UserPlan>(apiPaths.plan(), { signal }).catch(notedInExtension(signal)),
  });

/** Within the extension's panel nothing else tells that the plan is not known. */
function notedInExtension(signal: AbortSignal) {
  return (error: unknown): never => {
    if (isExtensionMode() && !signal.aborted) console.error("the plan could not be loaded", error);
    throw error;
  };
}

export const usageQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.usage,
    queryFn: ({ pageParam, signal }) =>
      request<List<UsageEntry>>(apiPaths.usage({ limit: 25, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** The plan stays until the end of its period, and then ends. */
export const cancelPlan = (): Promise<void> => changePlan(apiPaths.planCancel());

/** Takes a cancellation back. */
export const resumePlan = (): Promise<void> => changePlan(apiPaths.planResume());

async function changePlan(path: string): Promise<void> {
  queryClient.setQueryData(queryKeys.plan, await request<UserPlan>(path, { method: "POST" }));
  await queryClient.invalidateQueries({ queryKey: subscriptionQuery().queryKey });
}
