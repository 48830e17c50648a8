import { beforeEach, describe, expect, it, vi } from "vitest";

describe("what the shell tells of", () => {
  beforeEach(() => vi.resetModules());

  it("waits for whoever listens, up to a limit", async () => {
    const { listenToAnalytics, tellException } = await import("./analytics-events");
    for (let fault = 0; fault < 30; fault += 1) tellException(new Error(`fault ${fault}`), "early");
    const heard = vi.fn();
    listenToAnalytics(heard);
    expect(heard).toHaveBeenCalledTimes(20);
    tellException(new Error("late"), "page");
    expect(heard).toHaveBeenLastCalledWith(expect.objectContaining({ kind: "exception", context: "page" }));
  });
});
