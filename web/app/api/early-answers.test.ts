import { afterEach, describe, expect, it, vi } from "vitest";
import { takeEarly } from "./early-answers";
import { send } from "./http";

const answer = (status: number, text: string) => Promise.resolve(new Response(text, { status }));

describe("what the page's head has asked for", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    delete window.earlyAnswers;
  });

  it("answers one call, and the next is made anew", async () => {
    const fetched = vi.fn(() => answer(200, '"later"'));
    vi.stubGlobal("fetch", fetched);
    window.earlyAnswers = { "/api/user/profile": answer(200, '"early"') };
    expect(await send("/api/user/profile")).toBe("early");
    expect(fetched).not.toHaveBeenCalled();
    expect(await send("/api/user/profile")).toBe("later");
  });

  it("is left alone where it failed, so that a session can be renewed", async () => {
    window.earlyAnswers = { "/api/a": answer(401, ""), "/api/b": Promise.resolve(null) };
    expect(await takeEarly("/api/a")).toBeNull();
    expect(await takeEarly("/api/b")).toBeNull();
    expect(await takeEarly("/api/c")).toBeNull();
  });

  it("is too old some time after the page began", async () => {
    vi.spyOn(performance, "now").mockReturnValueOnce(10_001);
    window.earlyAnswers = { "/api/a": answer(200, "1") };
    expect(await takeEarly("/api/a")).toBeNull();
  });
});
