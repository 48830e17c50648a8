import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { queryClient, queryKeys } from "../../api/query-client";
import type { SessionSummary } from "../../api/session";
import { trackEvent, trackException } from "../../util/analytics-events";
import { asksNotToBeTracked } from "../../util/do-not-track";
import { startAnalytics } from "./analytics";

const ada: SessionSummary = {
  userId: "u1",
  email: "ada@example.org",
  phone: null,
  expiresAt: 0,
  awaitsSecondFactor: false,
  isGuest: false,
};

function start(session: SessionSummary | null, begin = startAnalytics) {
  const client = { init: vi.fn(), identify: vi.fn(), reset: vi.fn(), capture: vi.fn() };
  const state = { session, path: "/start?q=1" };
  const running = begin(
    { key: "key", host: "https://analytics.example" },
    { client, readSession: () => state.session, currentPath: () => state.path },
  );
  return { client, state, ...running };
}

describe("analytics", () => {
  beforeEach(() => queryClient.clear());

  it("start as the specification requires", () => {
    const { client } = start(null);
    expect(client.init).toHaveBeenCalledExactlyOnceWith(
      "key",
      expect.objectContaining({
        api_host: "https://analytics.example",
        person_profiles: "always",
        capture_pageview: false,
        capture_pageleave: true,
      }),
    );
    expect(client.identify).not.toHaveBeenCalled();
  });

  it("identify the signed-in user and forget them on sign-out", () => {
    const { client, state, navigated } = start(ada);
    expect(client.identify).toHaveBeenCalledExactlyOnceWith("u1", { email: "ada@example.org" });
    navigated();
    expect(client.identify).toHaveBeenCalledOnce();
    state.session = null;
    trackEvent({ kind: "signed-out" });
    navigated();
    expect(client.reset).toHaveBeenCalledOnce();
  });

  it("count a page view with its full path after each route change", () => {
    const { client, state, navigated } = start(null);
    expect(client.capture).not.toHaveBeenCalled();
    state.path = "/charts?kind=plot";
    navigated();
    expect(client.capture).toHaveBeenCalledExactlyOnceWith("$pageview", {
      $current_url: `${location.origin}/charts?kind=plot`,
    });
  });

  it("send a page leave before the next page view", () => {
    const { client, state, navigated } = start(null);
    navigated();
    state.path = "/charts";
    navigated();
    expect(client.capture.mock.calls).toEqual([
      ["$pageview", { $current_url: `${location.origin}/start?q=1` }],
      ["$pageleave", { $current_url: `${location.origin}/start?q=1` }],
      ["$pageview", { $current_url: `${location.origin}/charts` }],
    ]);
  });

  it("send a page leave when the document unloads", async () => {
    const { default: posthog } = await import("posthog-js");
    // Nothing leaves this machine.
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("no network")));
    onTestFinished(() => void vi.unstubAllGlobals());
    const capture = vi.spyOn(posthog, "capture");
    startAnalytics(
      { key: "key", host: "http://127.0.0.1:9" },
      { client: posthog, readSession: () => null, currentPath: () => "/start" },
    );
    capture.mockClear();
    for (const type of ["pagehide", "unload"]) window.dispatchEvent(new Event(type));
    expect(capture.mock.calls.map(([event]) => event)).toContain("$pageleave");
  });

  it("clear the stored identity when /logout is loaded as a document", async () => {
    // On a fresh page no listener is registered yet when the session ends.
    vi.resetModules();
    const events = await import("../../util/analytics-events");
    events.trackEvent({ kind: "signed-out" });
    const { client } = start(null, (await import("./analytics")).startAnalytics);
    expect(client.reset).toHaveBeenCalledOnce();
  });

  it("report errors with page, time, and user", () => {
    const { client } = start(ada);
    trackException(new TypeError("x is undefined"), "window");
    trackException("odd", "page");
    expect(
      client.capture.mock.calls.map(([event, { context, $exception_message }]) => [event, context, $exception_message]),
    ).toEqual([
      ["$exception", "window", "x is undefined"],
      ["$exception", "page", "odd"],
    ]);
    expect(client.capture.mock.calls[0]?.[1]).toMatchObject({
      route: "/start?q=1",
      userId: "u1",
      email: "ada@example.org",
      timestamp: expect.stringMatching(/^\d{4}-/),
    });
  });

  it("report the usage limit once each time it is reached", () => {
    const { client } = start(ada);
    const plan = (usageLimitReached: boolean) => queryClient.setQueryData(queryKeys.plan, { usageLimitReached });
    plan(false);
    expect(client.capture).not.toHaveBeenCalled();
    plan(true);
    plan(true);
    expect(client.capture).toHaveBeenCalledExactlyOnceWith("user_usage_limit_reached");
    plan(false);
    plan(true);
    expect(client.capture).toHaveBeenCalledTimes(2);
  });

  it("stay off when the browser sends Do Not Track", () => {
    expect(asksNotToBeTracked({ doNotTrack: "1" })).toBe(true);
    expect(asksNotToBeTracked({ globalPrivacyControl: true })).toBe(true);
    expect(asksNotToBeTracked({ doNotTrack: null })).toBe(false);
  });
});
