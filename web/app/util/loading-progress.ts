import { createStore } from "./store";

/** Waiting this long before showing spares quick navigations a flash. */
const throttleMs = 200;
/** After this long most of the bar is filled; it never fills by itself. */
const durationMs = 2_000;
const hideDelayMs = 500;
const resetDelayMs = 400;
const tickMs = 50;

export interface LoadingProgress {
  isVisible: boolean;
  /** 0 to 100. */
  percent: number;
  hasFailed: boolean;
}

const idle: LoadingProgress = { isVisible: false, percent: 0, hasFailed: false };

/** The bar at the top of the page: start it when a navigation starts, finish it when that ends. */
export function createLoadingProgress() {
  const store = createStore<LoadingProgress>(idle);
  let timers: ReturnType<typeof setTimeout>[] = [];
  let ticker: ReturnType<typeof setInterval> | undefined;

  function clear(): void {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(ticker);
    timers = [];
  }

  function show(): void {
    const startedAt = Date.now();
    store.set({ isVisible: true, percent: 0, hasFailed: false });
    ticker = setInterval(() => {
      store.set({ ...store.get(), percent: percentAfter(Date.now() - startedAt) });
    }, tickMs);
  }

  function start(): void {
    clear();
    store.set(idle);
    timers.push(setTimeout(show, throttleMs));
  }

  function finish(outcome: "done" | "failed" = "done"): void {
    clear();
    if (!store.get().isVisible && outcome === "done") {
      store.set(idle);
      return;
    }
    store.set({ isVisible: true, percent: 100, hasFailed: outcome === "failed" });
    timers.push(
      setTimeout(() => {
        store.set({ ...store.get(), isVisible: false });
        timers.push(setTimeout(() => store.set(idle), resetDelayMs));
      }, hideDelayMs),
    );
  }

  return { store, start, finish };
}

/** Comes ever closer to the end without reaching it: two thirds after the duration. */
function percentAfter(elapsedMs: number): number {
  return (2 / Math.PI) * 100 * Math.atan((elapsedMs / durationMs) * (100 / 58));
}
