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

describe("API requests", () => {
  beforeEach(() => {
    writeCookie(sessionCookie, "", 0);
    renew.mockReset();
  });

  it("refresh a token before it expires", async () => {
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

  it("refresh the token once for all requests that got a 401, then retry them", async () => {
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

  it("report an ended session and clear it", async () => {
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

  it("report an unreachable server, but not an aborted request", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(request("/api/x")).rejects.toBeInstanceOf(NetworkFailure);
    const reason = new DOMException("stop", "AbortError");
    vi.spyOn(globalThis, "fetch").mockRejectedValue(reason);
    await expect(request("/api/x", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("reject a proxy's HTML page as a response", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("<html>", { status: 200 }));
    await expect(request("/api/x")).rejects.toBeInstanceOf(NetworkFailure);
  });
});
