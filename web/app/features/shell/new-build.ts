import { readStored, writeStored } from "../../util/stored";

/** The pages' files are looked at this often while a user is there. */
export const checkEveryMs = 5 * 60_000;

/** Two reloads lie at least this far apart, so that a server in the middle of an update is not asked in circles. */
const reloadGuardMs = 10_000;

const storageKey = "portolan-reloaded-at";

export interface NewBuildEnvironment {
  /** The build that runs here. */
  buildId: string;
  /** The build that the server has now; null if it does not say. */
  fetchLatest: () => Promise<string | null>;
  reload: () => void;
  now: () => number;
}

/** Notices when the server has a newer client, which takes over at the next navigation. */
export function createBuildWatch({ buildId, fetchLatest, reload, now }: NewBuildEnvironment) {
  let isOutdated = false;

  return {
    async check(): Promise<void> {
      if (isOutdated) return;
      const latest = await fetchLatest().catch(() => null);
      isOutdated = latest !== null && latest !== buildId;
    },
    /** To be called when the route has changed, or a file of this build is gone; true if the page is loaded anew. */
    navigated(): boolean {
      return isOutdated && reloadOnce();
    },
  };

  function reloadOnce(): boolean {
    const reloadedAt = Number(readStored(storageKey, "session") ?? 0);
    if (now() - reloadedAt < reloadGuardMs) return false;
    writeStored(storageKey, String(now()), "session");
    reload();
    return true;
  }
}
