import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { LoadingBar } from "../../ui/loading-bar";
import { RouteAnnouncer } from "../../ui/route-announcer";
import { ToastHost } from "../../ui/toast";
import { buildId, isBuilt } from "../../util/build-id";
import { fetchJson } from "../../util/fetch-json";
import { type RouteRule, setRouteRules } from "../../util/route-rules";
import { followTheme } from "../../util/theme";
import { beginAnalytics } from "./begin-analytics";
import { checkEveryMs, createBuildWatch } from "./new-build";
import { holdOffline } from "./offline";
import { Prefetcher } from "./prefetcher";
import { loadScriptFonts } from "./script-fonts";
import { useRuledRedirect } from "./use-ruled-redirect";

/** Deferred parts of the shell: signs of a navigation, notifications, pages that may come next, newer builds, analytics. */
export function AfterIdle() {
  const { key, pathname, search } = useLocation();
  const navigated = useRef<(() => void)[]>([]);
  const firstKey = useRef(key);
  const [rulesVersion, setRulesVersion] = useState(0);
  useRuledRedirect(rulesVersion);
  useEffect(followTheme, []);
  useEffect(loadScriptFonts, []);

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

async function fetchLatest(): Promise<string | null> {
  return (await fetchJson<{ buildId?: string }>("/builds/latest.json"))?.buildId ?? null;
}

/** The rules may have been changed since this page was built. */
async function takeRouteRules(): Promise<void> {
  const rules = await fetchJson<{ routes: RouteRule[] }>(`/builds/meta/${buildId}.json`);
  // Otherwise the rules that this build came with stay.
  if (Array.isArray(rules?.routes)) setRouteRules(rules.routes);
}
