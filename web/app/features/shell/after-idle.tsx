import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Config } from "../../api/config";
import { readSession } from "../../api/session";
import { LoadingBar } from "../../ui/loading-bar";
import { RouteAnnouncer } from "../../ui/route-announcer";
import { ToastHost } from "../../ui/toast";
import { trackException } from "../../util/analytics-events";
import { buildId, isBuilt } from "../../util/build-id";
import { asksNotToBeTracked } from "../../util/do-not-track";
import { apiPaths } from "../../util/paths";
import { type RouteRule, setRouteRules } from "../../util/route-rules";
import { followTheme } from "../../util/theme";
import type { AnalyticsClient } from "./analytics";
import { checkEveryMs, createBuildWatch } from "./new-build";
import { holdOffline } from "./offline";
import { Prefetcher } from "./prefetcher";
import { useRuledRedirect } from "./use-ruled-redirect";

/** Deferred parts of the shell: signs of a navigation, notifications, pages that may come next, newer builds, analytics. */
export function AfterIdle() {
  const { key, pathname, search } = useLocation();
  const navigated = useRef<(() => void)[]>([]);
  const firstKey = useRef(key);
  const [rulesVersion, setRulesVersion] = useState(0);
  useRuledRedirect(rulesVersion);
  useEffect(followTheme, []);

  useEffect(() => {
    const listeners = navigated.current;
    void beginAnalytics().then((analytics) => {
      if (analytics === null) return;
      analytics.navigated();
      listeners.push(analytics.navigated);
    });
    const stopHolding = holdOffline();
    if (!isBuilt) return stopHolding;
    const watch = createBuildWatch({ buildId, fetchLatest, reload: () => location.reload(), now: Date.now });
    const onMissing = () => void watch.check().then(watch.navigated);
    listeners.push(watch.navigated);
    window.addEventListener("vite:preloadError", onMissing);
    void takeRouteRules().then(() => setRulesVersion(1));
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void watch.check();
    }, checkEveryMs);
    const onVisible = () => void (document.visibilityState === "visible" && watch.check());
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      stopHolding();
      clearInterval(timer);
      window.removeEventListener("vite:preloadError", onMissing);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is told, also one to the same path
  useEffect(() => {
    if (key === firstKey.current) return;
    for (const tell of navigated.current) tell();
  }, [key, pathname, search]);

  return (
    <>
      <LoadingBar />
      <RouteAnnouncer />
      <Prefetcher />
      <ToastHost />
    </>
  );
}

async function beginAnalytics(): Promise<{ navigated: () => void } | null> {
  if (asksNotToBeTracked(navigator)) return null;
  try {
    const { analytics } = await getJson<Pick<Config, "analytics">>(apiPaths.config());
    if (!analytics?.key) return null;
    const [{ default: client }, { startAnalytics }] = await Promise.all([
      import("posthog-js/dist/module.slim.no-external"),
      import("./analytics"),
    ]);
    window.addEventListener("error", ({ error }) => trackException(error, "window"));
    window.addEventListener("unhandledrejection", ({ reason }) => trackException(reason, "promise"));
    return startAnalytics(analytics, {
      client: client as unknown as AnalyticsClient,
      readSession,
      currentPath: () => location.pathname + location.search,
    });
  } catch {
    // Nothing of the product depends on being counted.
    return null;
  }
}

async function fetchLatest(): Promise<string | null> {
  return (await getJson<{ buildId?: string }>("/builds/latest.json")).buildId ?? null;
}

/** The rules may have been changed since this page was built. */
async function takeRouteRules(): Promise<void> {
  try {
    const { routes } = await getJson<{ routes: RouteRule[] }>(`/builds/meta/${buildId}.json`);
    if (Array.isArray(routes)) setRouteRules(routes);
  } catch {
    // The rules that this build came with stay.
  }
}

/** Not through the client of the API: the front page has no need of that. */
async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return (await response.json()) as T;
}
