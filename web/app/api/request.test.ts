import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeCookie } from "../util/cookies";
import { renewSession } from "./auth";
import { ApiProblem, NetworkFailure } from "./problem";
import { onSessionEnded, request } from "./request";
import { hasSession, sessionCookie } from "./session";

vi.mock("./auth", () => ({ renewSession: vi.fn() }));

const renew = vi.mocked(renewSession);
const answer = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status });

function signIn(secondsLeft: number) {
  const session = {
    access_token: "a.b.c",
    expires_at: Math.floor(Date.now() / 1_000) + secondsLeft,
    user: { id: "u" },
  };
  writeCookie(sessionCookie, `base64-${btoa(JSON.stringify(session))}`, 60);
}

describe("a call of the API", () => {
  beforeEach(() => {
    writeCookie(sessionCookie, "", 0);
    renew.mockReset();
  });

  it("renews a token that runs out before it is used", async () => {
    signIn(5);
    renew.mockImplementation(async () => {
      signIn(3_600);
      return true;
    });
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(answer(200, { ok: 1 }));
    await expect(request("/api/x")).resolves.toEqual({ ok: 1 });
    expect(renew).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("retries after a refusal, with one token renewal for all calls", async () => {
    signIn(3_600);
    let isRenewed = false;
    renew.mockImplementation(async () => {
      isRenewed = true;
      return true;
    });
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer(isRenewed ? 200 : 401, { ok: 1 }));
    await expect(Promise.all([request("/api/x"), request("/api/y")])).resolves.toEqual([{ ok: 1 }, { ok: 1 }]);
    expect(renew).toHaveBeenCalledOnce();
  });

  it("tells of a session that has ended, and forgets it", async () => {
    signIn(3_600);
    renew.mockResolvedValue(false);
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer(401, { code: "unauthenticated" }));
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    await expect(request("/api/x")).rejects.toBeInstanceOf(ApiProblem);
    expect(ended).toHaveBeenCalledOnce();
    expect(hasSession()).toBe(false);
    stop();
  });

  it("doesn't renew the token if the user is signed out", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(answer(401));
    await expect(request("/api/x")).rejects.toMatchObject({ status: 401 });
    expect(renew).not.toHaveBeenCalled();
  });

  it("says that the server is out of reach, and lets a cancelled call be cancelled", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(request("/api/x")).rejects.toBeInstanceOf(NetworkFailure);
    const reason = new DOMException("stop", "AbortError");
    vi.spyOn(globalThis, "fetch").mockRejectedValue(reason);
    await expect(request("/api/x", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("takes no page of a proxy for an answer", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("<html>", { status: 200 }));
    await expect(request("/api/x")).rejects.toBeInstanceOf(NetworkFailure);
  });
});
