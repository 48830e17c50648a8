/** A process that ends sooner than this, in milliseconds, has a fault that starting it again at once won't fix. */
const soonest = 2_000;
const longestPause = 30_000;

/**
 * Starts a process, and starts it again whenever it ends; the pause doubles while it ends at once. `onEnd` receives the
 * exit code or the signal.
 */
export function keepRunning(startProcess, onEnd) {
  let child;
  let timer;
  let pause = 500;
  let isStopped = false;
  let isRestarting = false;

  const begin = () => {
    const startedAt = Date.now();
    child = startProcess();
    child.once("exit", (code, signal) => {
      child = undefined;
      if (isStopped) return;
      if (isRestarting) {
        isRestarting = false;
        begin();
        return;
      }
      pause = Date.now() - startedAt < soonest ? Math.min(2 * pause, longestPause) : 500;
      onEnd(signal ?? code);
      timer = setTimeout(begin, pause);
    });
  };
  begin();

  return {
    /** Replaces the process by a new one, at once. */
    restart() {
      clearTimeout(timer);
      if (!child) return begin();
      isRestarting = true;
      child.kill("SIGTERM");
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      child?.kill("SIGTERM");
    },
  };
}
