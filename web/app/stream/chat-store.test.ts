import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chat, LoadedChat, Turn } from "./chat.ts";
import { ChatLoadError, ChatStore, type ChatStoreEnvironment } from "./chat-store.ts";
import type { Cursor } from "./cursor.ts";
import { decodeRecorded } from "./decode.ts";
import type { TabHandlers } from "./tabs.ts";
import { type LogEvent, logs, resume, snapshot, started } from "./testing/event-log.ts";

const EMPTY: Chat = { id: "c1", title: "", lastEventId: 0, turns: [] };

/** A server with one chat, whose stream reconnects as often as the store finds a gap. */
class ScriptedStore implements ChatStoreEnvironment {
  log: LogEvent[];
  loaded: Chat | ChatLoadError;
  pages: Turn[][] = [];
  paints: (() => void)[] = [];
  connects = 0;
  handlers: TabHandlers | null = null;

  constructor(log: LogEvent[], known = log.length) {
    this.log = log;
    this.loaded = snapshot(EMPTY, log.slice(0, known));
  }

  loadChat(_id: string, before: string | null): Promise<unknown> {
    if (before !== null) return Promise.resolve(this.answer({ ...EMPTY, turns: this.pages.shift() ?? [] }));
    if (this.loaded instanceof ChatLoadError) return Promise.reject(this.loaded);
    return Promise.resolve(this.answer(this.loaded));
  }

  answer(chat: Chat): LoadedChat {
    return { ...chat, model: null, hasEarlier: this.pages.length > 0 };
  }

  connect(_id: string, handlers: TabHandlers) {
    this.handlers = handlers;
    this.stream();
    return { close: () => undefined, wake: () => undefined };
  }

  stream() {
    const { handlers } = this;
    if (!handlers) throw new Error("not connected");
    for (;;) {
      this.connects += 1;
      const cursor: Cursor = handlers.cursor();
      if (resume(this.log, cursor).every((event) => handlers.frame(decodeRecorded(event)))) return;
    }
  }

  schedule(paint: () => void) {
    this.paints.push(paint);
  }

  paint() {
    for (const paint of this.paints.splice(0)) paint();
  }
}

async function open(chat: ScriptedStore): Promise<ChatStore> {
  const store = new ChatStore("c1", chat);
  await store.open();
  chat.paint();
  return store;
}

function ready(store: ChatStore) {
  const view = store.getView();
  if (view.phase !== "ready") throw new Error(`the chat is ${view.phase}`);
  return view;
}

function turns(count: number, from = 0): Turn[] {
  return Array.from({ length: count }, (_, index) => ({
    turnId: `t${from + index}`,
    parentTurnId: null,
    message: { text: "", sourceIds: [] },
    model: "built-in",
    outcome: "completed",
    blocks: [],
    metered: { inputTokens: 0, outputTokens: 0, credits: 0 },
    startedAt: "2026-01-02T03:04:05Z",
    finishedAt: "2026-01-02T03:04:06Z",
  }));
}

describe("the chat store", () => {
  it("has the whole chat including its open block, whenever it was loaded", async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.nat(), async (log, choice) => {
        const chat = new ScriptedStore(log, choice % (log.length + 1));
        const store = await open(chat);
        const first = await open(new ScriptedStore(log, 0));
        expect(ready(store).state.chat).toEqual(ready(first).state.chat);
        expect(ready(store).state.live.open).toEqual(ready(first).state.live.open);
        expect(chat.connects).toBeLessThanOrEqual(3);
      }),
      { numRuns: 300 },
    );
  });

  it("loads earlier events until it reaches the start of the open block", async () => {
    const renames = Array.from({ length: 30 }, (_, index) => ({
      id: String(index + 3),
      event: "chat.changed",
      data: { title: `Title ${index}` },
    }));
    const log: LogEvent[] = [
      started,
      { id: "2", event: "block.opened", data: { turnId: "t1", blockId: "b1", index: 0, type: "text" } },
      ...renames,
      { id: "32.4", event: "block.delta", data: { blockId: "b1", text: "Four" } },
    ];
    const store = await open(new ScriptedStore(log));
    expect(ready(store).state.live.open?.text).toBe("Four");
  });

  it("applies all events since the last animation frame at once", async () => {
    const chat = new ScriptedStore([started]);
    const store = await open(chat);
    let shown = 0;
    store.subscribe(() => {
      shown += 1;
    });
    const { handlers } = chat;
    handlers?.frame(
      decodeRecorded({ id: "2", event: "block.opened", data: { turnId: "t1", blockId: "b1", index: 0, type: "text" } }),
    );
    for (let length = 1; length <= 100; length += 1) {
      handlers?.frame(decodeRecorded({ id: `2.${length}`, event: "block.delta", data: { blockId: "b1", text: "x" } }));
    }
    expect(ready(store).state.live.open).toBeNull();
    chat.paint();
    expect(ready(store).state.live.open?.text).toHaveLength(100);
    expect(shown).toBe(1);
  });

  it("notifies subscribers once per new event", async () => {
    const chat = new ScriptedStore([started], 0);
    const store = new ChatStore("c1", chat);
    const heard: string[] = [];
    store.onEvent((event) => heard.push(event.event));
    await store.open();
    chat.handlers?.frame(decodeRecorded(started));
    expect(heard).toEqual(["turn.started"]);
  });

  it.each(["missing", "expired"] as const)("reports a chat that is %s", async (reason) => {
    const chat = new ScriptedStore([]);
    chat.loaded = new ChatLoadError(reason, "");
    expect((await open(chat)).getView()).toEqual({ phase: reason });
  });

  it("can be reopened after a failure", async () => {
    const chat = new ScriptedStore([]);
    const { loaded } = chat;
    chat.loaded = new ChatLoadError("failed", "The server is away.");
    const store = await open(chat);
    expect(store.getView()).toEqual({ phase: "failed", message: "The server is away." });
    chat.loaded = loaded;
    await store.open();
    chat.paint();
    expect(store.getView().phase).toBe("ready");
  });

  it("loads earlier turns until there are none", async () => {
    const chat = new ScriptedStore([]);
    chat.loaded = { ...EMPTY, turns: turns(200, 250) };
    chat.pages = [turns(200, 50), turns(50)];
    const store = await open(chat);
    for (const expected of [400, 450]) {
      expect(ready(store).earlier).toBe("some");
      await store.loadEarlier();
      chat.paint();
      expect(ready(store).state.chat.turns).toHaveLength(expected);
    }
    expect(ready(store).earlier).toBe("none");
    expect(ready(store).state.chat.turns.map((turn) => turn.turnId)).toEqual(turns(450).map((turn) => turn.turnId));
  });
});
