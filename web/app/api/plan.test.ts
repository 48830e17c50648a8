import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { extensionModeKey } from "../util/extension-mode";
import { planQuery } from "./plan";

describe("a plan that can't be loaded", () => {
  afterEach(() => {
    sessionStorage.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  async function load(): Promise<{ plan: unknown; said: unknown[][] }> {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
    const console_ = vi.spyOn(console, "error").mockReturnValue();
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await expect(client.fetchQuery(planQuery())).rejects.toThrow();
    return { plan: client.getQueryData(planQuery().queryKey) ?? null, said: console_.mock.calls };
  }

  it("is logged and stays null inside the extension", async () => {
    sessionStorage.setItem(extensionModeKey, "extension");
    const { plan, said } = await load();
    expect(plan).toBeNull();
    expect(said).toEqual([["the plan could not be loaded", expect.anything()]]);
  });

  it("isn't logged outside the extension", async () => {
    expect((await load()).said).toEqual([]);
  });
});
