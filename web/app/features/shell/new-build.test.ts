import { beforeEach, describe, expect, it, vi } from "vitest";
import { createBuildWatch } from "./new-build";

function watch(latest: () => Promise<string | null>) {
  const reload = vi.fn();
  const clock = { now: 1_000_000 };
  return { ...createBuildWatch({ buildId: "one", fetchLatest: latest, reload, now: () => clock.now }), reload, clock };
}

describe("a new build", () => {
  beforeEach(() => sessionStorage.clear());

  it("takes over at the next navigation and not before", async () => {
    const { check, navigated, reload } = watch(async () => "two");
    expect(navigated()).toBe(false);
    await check();
    expect(reload).not.toHaveBeenCalled();
    expect(navigated()).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("isn't detected when the server reports the same build or none", async () => {
    for (const answer of [async () => "one", async () => null, () => Promise.reject(new Error("offline"))]) {
      const { check, navigated } = watch(answer);
      await check();
      expect(navigated()).toBe(false);
    }
  });

  it("doesn't reload twice within 10 s", async () => {
    const { check, navigated, clock, reload } = watch(async () => "two");
    await check();
    navigated();
    clock.now += 9_999;
    expect(navigated()).toBe(false);
    clock.now += 1;
    expect(navigated()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
