import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { UserPlan } from "../contract/types";
import { isExtensionMode } from "../util/extension-mode";
import { apiPaths } from "../util/paths";
import { subscriptionQuery } from "./billing";
import * as api from "./operations";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

export type { UsageEntry, UserPlan } from "../contract/types";

export const planQuery = () =>
  queryOptions({
    queryKey: queryKeys.plan,
    queryFn: ({ signal }) => api.getPlan({ signal }).catch(notedInExtension(signal)),
  });

/** In the extension's panel nothing else shows that the plan is unknown. */
function notedInExtension(signal: AbortSignal) {
  return (error: unknown): never => {
    if (isExtensionMode() && !signal.aborted) console.error("the plan could not be loaded", error);
    throw error;
  };
}

export const usageQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.usage,
    queryFn: ({ pageParam, signal }) => api.listUsage({ limit: 25, cursor: pageParam }, { signal }),
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
