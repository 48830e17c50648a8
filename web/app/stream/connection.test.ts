import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectStream, streamUrl } from "./connection.ts";
import type { EventFrame } from "./decode.ts";
import type { StreamConnection } from "./keep-stream.ts";
import type { Link } from "./link.ts";
import { started } from "./testing/event-log.ts";
import { ScriptedBrowser } from "./testing/scripted-source.ts";

describe("a connection", () => {
  let browser: ScriptedBrowser;
  let links: Link[];
  let frames: EventFrame[];
  let unreadable: string[];
  let isGap: boolean;
  let connection: StreamConnection;

  beforeEach(() => {
    vi.useFakeTimers();
    browser = new ScriptedBrowser();
    [links, frames, unreadable, isGap] = [[], [], [], false];
    connection = connectStream(
      (cursor) => streamUrl("c1", cursor),
      {
        cursor: () => ({ event: frames.length, offset: null }),
        frame: (frame) => {
          if (!isGap) frames.push(frame);
          return !isGap;
        },
        link: (link) => links.push(link),
        unreadable: (error) => unreadable.push(error.message),
      },
      browser,
    );
  });

  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  it("starts after the last known event and becomes live when open", () => {
    expect(browser.source.url).toBe("/api/chats/c1/events?after=0");
    expect(links).toEqual(["connecting"]);
    browser.source.open();
    browser.source.send(started);
    expect(links).toEqual(["connecting", "live"]);
    expect(frames).toEqual([{ id: { event: 1, offset: null }, event: { event: "turn.started", data: started.data } }]);
  });

  it("doesn't wait for a stream while the network is down", async () => {
    browser.source.open();
    browser.source.send(started);
    const [first] = browser.sources;
    browser.status = null;
    browser.loseNetwork();
    expect(first?.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(250);
    browser.source.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(links.at(-1)).toBe("reconnecting");
    browser.wake();
    browser.source.open();
    expect(links.at(-1)).toBe("live");
    expect(browser.source.url).toBe("/api/chats/c1/events?after=1");
  });

  it("resumes silently at its cursor after a short interruption", async () => {
    browser.source.open();
    browser.source.send(started);
    browser.source.fail();
    await vi.advanceTimersByTimeAsync(250);
    expect(browser.sources.map((source) => source.url)).toEqual([
      "/api/chats/c1/events?after=0",
      "/api/chats/c1/events?after=1",
    ]);
    browser.source.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(links).toEqual(["connecting", "live", "live"]);
  });

  it("reports reconnecting after two seconds and backs off", async () => {
    browser.source.open();
    browser.status = null;
    browser.source.fail();
    const tries: number[] = [];
    for (let elapsed = 0; elapsed < 30_000; elapsed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      if (browser.sources.length > tries.length + 1) {
        tries.push(elapsed);
        browser.source.fail();
      }
      expect(links.includes("reconnecting")).toBe(elapsed + 50 >= 2_000);
    }
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(8_000);
    browser.wake();
    browser.source.open();
    expect(links.at(-1)).toBe("live");
  });

  it("reconnects immediately when the network returns", async () => {
    browser.source.open();
    browser.source.fail();
    browser.wake();
    expect(browser.sources).toHaveLength(2);
  });

  it("closes only when the session ends", async () => {
    browser.status = 401;
    browser.source.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(links.at(-1)).toBe("expired");
    expect(browser.sources).toHaveLength(1);
  });

  it("continues with a refreshed session", async () => {
    browser.status = 401;
    browser.canRenew = true;
    browser.source.fail();
    await vi.advanceTimersByTimeAsync(300);
    browser.source.open();
    expect(links.at(-1)).toBe("live");
  });

  it("stops refreshing a session that the stream keeps rejecting", async () => {
    browser.status = 401;
    browser.canRenew = true;
    for (let tries = 0; tries < 6; tries += 1) {
      browser.source.fail();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(links.at(-1)).toBe("expired");
    expect(browser.sources.length).toBeLessThanOrEqual(4);
  });

  it.each([403, 404])("closes when the chat isn't available: %i", async (status) => {
    browser.status = status;
    browser.source.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(links.at(-1)).toBe("gone");
    expect(browser.sources).toHaveLength(1);
  });

  it("starts over after a gap", async () => {
    browser.source.open();
    isGap = true;
    browser.source.send(started);
    expect(browser.source.isClosed).toBe(true);
    isGap = false;
    await vi.advanceTimersByTimeAsync(250);
    browser.source.open();
    browser.source.send(started);
    expect(frames).toHaveLength(1);
  });

  it("reports unknown events and continues", () => {
    browser.source.open();
    browser.source.sendRaw("turn.started", "{nonsense");
    browser.source.send({
      id: "1",
      event: "turn.finished",
      data: { turnId: "t1", outcome: "exploded", finishedAt: "2026-01-02T03:04:05Z" },
    });
    expect(unreadable).toEqual([
      "turn.started is not JSON",
      "turn.finished.data.outcome is not one of completed, cancelled, failed, limited",
    ]);
    browser.source.send(started);
    expect(frames).toHaveLength(1);
  });

  it("is silent once closed", async () => {
    browser.source.open();
    const { source } = browser;
    connection.close();
    source.isClosed = false;
    source.send(started);
    source.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(frames).toEqual([]);
    expect(browser.sources).toHaveLength(1);
  });
});
