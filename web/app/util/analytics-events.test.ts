import { beforeEach, describe, expect, it, vi } from "vitest";

describe("analytics events", () => {
  beforeEach(() => vi.resetModules());

  it("are buffered until a listener subscribes, up to a limit", async () => {
    const { listenToAnalytics, trackException } = await import("./analytics-events");
    for (let fault = 0; fault < 30; fault += 1) trackException(new Error(`fault ${fault}`), "early");
    const heard = vi.fn();
    listenToAnalytics(heard);
    expect(heard).toHaveBeenCalledTimes(20);
    trackException(new Error("late"), "page");
    expect(heard).toHaveBeenLastCalledWith(expect.objectContaining({ kind: "exception", context: "page" }));
  });
});
