import type { Config } from "../../api/config";
import { readSession } from "../../api/session";
import { trackException } from "../../util/analytics-events";
import { asksNotToBeTracked } from "../../util/do-not-track";
import { fetchJson } from "../../util/fetch-json";
import { apiPaths } from "../../util/paths";
import type { AnalyticsClient } from "./analytics";

/** Starts analytics where the server has them configured; null where not, or where they can't be loaded. */
export async function beginAnalytics(): Promise<{ navigated: () => void } | null> {
  if (asksNotToBeTracked(navigator)) return null;
  const config = await fetchJson<Pick<Config, "analytics">>(apiPaths.config());
  if (!config?.analytics?.key) return null;
  try {
    const [{ default: client }, { startAnalytics }] = await Promise.all([
      import("posthog-js/dist/module.slim.no-external"),
      import("./analytics"),
    ]);
    window.addEventListener("error", ({ error }) => trackException(error, "window"));
    window.addEventListener("unhandledrejection", ({ reason }) => trackException(reason, "promise"));
    return startAnalytics(config.analytics, {
      client: client as unknown as AnalyticsClient,
      readSession,
      currentPath: () => location.pathname + location.search,
    });
  } catch {
    // Nothing of the product depends on analytics.
    return null;
  }
}
