import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLoadingProgress } from "./loading-progress";

describe("the loading bar", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("stays hidden for navigations under 200 ms", () => {
    const bar = createLoadingProgress();
    bar.start();
    vi.advanceTimersByTime(199);
    expect(bar.store.get().isVisible).toBe(false);
    bar.finish();
    vi.advanceTimersByTime(5_000);
    expect(bar.store.get()).toEqual({ isVisible: false, percent: 0, hasFailed: false });
  });

  it("fills most of the way within 2 s and never completes by itself", () => {
    const bar = createLoadingProgress();
    bar.start();
    vi.advanceTimersByTime(200);
    expect(bar.store.get().isVisible).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(bar.store.get().percent).toBeGreaterThan(60);
    vi.advanceTimersByTime(60_000);
    expect(bar.store.get().percent).toBeLessThan(100);
  });

  it("stays full for 500 ms, hides, and resets 400 ms later", () => {
    const bar = createLoadingProgress();
    bar.start();
    vi.advanceTimersByTime(300);
    bar.finish();
    expect(bar.store.get()).toMatchObject({ isVisible: true, percent: 100 });
    vi.advanceTimersByTime(499);
    expect(bar.store.get().isVisible).toBe(true);
    vi.advanceTimersByTime(1);
    expect(bar.store.get()).toMatchObject({ isVisible: false, percent: 100 });
    vi.advanceTimersByTime(400);
    expect(bar.store.get().percent).toBe(0);
  });

  it("shows a failure even if it is immediate", () => {
    const bar = createLoadingProgress();
    bar.start();
    bar.finish("failed");
    expect(bar.store.get()).toEqual({ isVisible: true, percent: 100, hasFailed: true });
  });

  it("restarts with a second navigation", () => {
    const bar = createLoadingProgress();
    bar.start();
    vi.advanceTimersByTime(1_000);
    bar.start();
    expect(bar.store.get()).toMatchObject({ isVisible: false, percent: 0 });
    vi.advanceTimersByTime(200);
    expect(bar.store.get().isVisible).toBe(true);
  });
});
