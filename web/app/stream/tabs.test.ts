import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ConnectionHandlers, connectStream, streamUrl } from "./connection.ts";
import { adopt, type ChatState, cursorOf, fold, stateOf } from "./fold.ts";
import type { StreamConnection } from "./keep-stream.ts";
import type { Link } from "./link.ts";
import { joinTabs, type TabChannel, type TabEnvironment } from "./tabs.ts";
import { type LogEvent, started } from "./testing/event-log.ts";
import { ScriptedBrowser } from "./testing/scripted-source.ts";
import { SharedBrowser } from "./testing/shared-browser.ts";

class StreamTab implements TabEnvironment {
  readonly network = new ScriptedBrowser();
  readonly connection: StreamConnection;
  state: ChatState = stateOf({ id: "c1", title: "", lastEventId: 0, turns: [] });
  link: Link = "connecting";
  #shared: SharedBrowser | null;

  constructor(shared: SharedBrowser | null) {
    this.#shared = shared;
    const connect = (handlers: ConnectionHandlers) =>
      connectStream((cursor) => streamUrl("c1", cursor), handlers, this.network);
    this.connection = joinTabs(
      "c1",
      {
        cursor: () => cursorOf(this.state),
        frame: (frame) => {
          const next = fold(this.state, frame);
          this.state = next ?? this.state;
          return next !== null;
        },
        link: (link) => {
          this.link = link;
        },
        unreadable: () => undefined,
        state: () => this.state,
        adopt: (other) => {
          this.state = adopt(this.state, other);
        },
      },
      connect,
      this,
    );
  }

  openChannel<Message>(): TabChannel<Message> | null {
    return this.#shared?.openChannel<Message>() ?? null;
  }

  requestLead(_name: string, lead: () => void): () => void {
    return this.#shared?.requestLead(lead) ?? (() => undefined);
  }

  isVisible(): boolean {
    return true;
  }

  setTimeout(callback: () => void, milliseconds: number): number {
    return this.network.setTimeout(callback, milliseconds);
  }

  clearTimeout(timer: number) {
    this.network.clearTimeout(timer);
  }
}

const opened: LogEvent = {
  id: "2",
  event: "block.opened",
  data: { turnId: "t1", blockId: "b1", index: 0, type: "text" },
};

function delta(id: string, text: string): LogEvent {
  return { id, event: "block.delta", data: { blockId: "b1", text } };
}

describe("tabs of one chat", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("share the connection of the first tab", async () => {
    const shared = new SharedBrowser();
    const first = new StreamTab(shared);
    first.network.source.open();
    first.network.source.send(started, opened, delta("2.4", "Four"));
    const others = Array.from({ length: 9 }, () => new StreamTab(shared));
    first.network.source.send(delta("2.9", " five"));
    await vi.advanceTimersByTimeAsync(60_000);
    for (const tab of others) {
      expect(tab.network.sources).toEqual([]);
      expect(tab.state).toEqual(first.state);
      expect(tab.link).toBe("live");
    }
  });

  it("continue where the leading tab stopped", () => {
    const shared = new SharedBrowser();
    const first = new StreamTab(shared);
    first.network.source.open();
    first.network.source.send(started, opened, delta("2.4", "Four"));
    const second = new StreamTab(shared);
    const third = new StreamTab(shared);
    first.connection.close();
    expect(second.network.source.url).toBe("/api/chats/c1/events?after=2.4");
    second.network.source.open();
    second.network.source.send(delta("2.9", " five"));
    expect(third.network.sources).toEqual([]);
    expect(third.state.live.open?.text).toBe("Four five");
    expect(third.state).toEqual(second.state);
  });

  it("report a lost connection and wake the leader while the tab is visible", async () => {
    const shared = new SharedBrowser();
    const first = new StreamTab(shared);
    first.network.source.open();
    const second = new StreamTab(shared);
    first.network.status = null;
    first.network.source.fail();
    for (let passed = 0; passed < 20; passed += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      first.network.source.fail();
    }
    expect(second.link).toBe("reconnecting");
    const tries = first.network.sources.length;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(first.network.sources.length).toBeGreaterThan(tries);
    first.network.source.open();
    expect(second.link).toBe("live");
  });

  it("request all events again after a gap", () => {
    const shared = new SharedBrowser();
    const first = new StreamTab(shared);
    first.network.source.open();
    const second = new StreamTab(shared);
    first.network.source.send(started);
    second.state = stateOf({ id: "c1", title: "", lastEventId: 0, turns: [] });
    first.network.source.send(opened, delta("2.4", "Four"));
    expect(second.state).toEqual(first.state);
  });

  it("connect directly when the leader doesn't respond", async () => {
    const shared = new SharedBrowser();
    shared.requestLead(() => undefined);
    const tab = new StreamTab(shared);
    expect(tab.network.sources).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_500);
    tab.network.source.open();
    tab.network.source.send(started);
    expect(tab.state.chat.turns).toHaveLength(1);
    expect(tab.link).toBe("live");
  });

  it("connect directly when the browser can't share connections", () => {
    const tab = new StreamTab(null);
    tab.network.source.open();
    expect(tab.link).toBe("live");
  });
});
