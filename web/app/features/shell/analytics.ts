import { planQuery, type UserPlan } from "../../api/plan";
import { queryClient } from "../../api/query-client";
import type { SessionSummary } from "../../api/session";
import { type AnalyticsEvent, listenToAnalytics } from "../../util/analytics-events";

/** As much of the analytics library as is used. */
export interface AnalyticsClient {
  init: (key: string, options: Record<string, unknown>) => unknown;
  identify: (id: string, properties: { email: string | null }) => void;
  reset: () => void;
  capture: (event: string, properties?: Record<string, unknown>) => unknown;
}

export interface AnalyticsEnvironment {
  client: AnalyticsClient;
  readSession: () => SessionSummary | null;
  /** The path that is shown now, with its query. */
  currentPath: () => string;
}

/** Counts pages, faults and limits; `navigated` is to be called after each change of the route. */
export function startAnalytics(
  { key, host }: { key: string; host: string },
  { client, readSession, currentPath }: AnalyticsEnvironment,
): { navigated: () => void } {
  client.init(key, {
    api_host: host,
    person_profiles: "always",
    capture_pageview: false,
    capture_pageleave: true,
    autocapture: false,
    respect_dnt: true,
    // No script of another origin runs here.
    disable_external_dependency_loading: true,
  });
  let known: string | null = null;

  function identify(): void {
    const session = readSession();
    if (session === null && known !== null) client.reset();
    if (session !== null && session.userId !== known) client.identify(session.userId, { email: session.email });
    known = session?.userId ?? null;
  }

  function take(event: AnalyticsEvent): void {
    if (event.kind === "signed-out") {
      // The page may have been loaded to sign out: then the session was gone before this began, the stored identity not.
      client.reset();
      known = null;
      return;
    }
    const session = readSession();
    const { error } = event;
    client.capture("$exception", {
      $exception_type: error instanceof Error ? error.name : typeof error,
      $exception_message: error instanceof Error ? error.message : String(error),
      $exception_stack_trace_raw: error instanceof Error ? error.stack : undefined,
      context: event.context,
      route: currentPath(),
      timestamp: event.at,
      ...(session !== null && { userId: session.userId, email: session.email }),
    });
  }

  identify();
  listenToAnalytics(take);
  followPlan(() => client.capture("user_usage_limit_reached"));
  let shown: string | null = null;
  return {
    navigated: () => {
      // The library notices only when the document is left.
      if (shown !== null) client.capture("$pageleave", { $current_url: shown });
      identify();
      shown = location.origin + currentPath();
      client.capture("$pageview", { $current_url: shown });
    },
  };
}

/** Reports when the usage limit is reached, but not if it already was. */
function followPlan(onReached: () => void): void {
  const { queryKey } = planQuery();
  const isReached = () => queryClient.getQueryData<UserPlan>(queryKey)?.usageLimitReached ?? null;
  let before = isReached();
  queryClient.getQueryCache().subscribe(() => {
    const now = isReached();
    if (now === true && before !== true) onReached();
    if (now !== null) before = now;
  });
}
