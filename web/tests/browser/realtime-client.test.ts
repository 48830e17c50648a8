import { createRequire } from "node:module";
import type { createClient, RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "./browser.ts";
import { Portolan } from "./program.ts";

const PASSWORD = "a good password";

/** Globals of a page that loaded the library. */
interface Library {
  supabase: { createClient: typeof createClient };
  client: SupabaseClient;
  channel: RealtimeChannel;
  heard: Record<string, unknown>[];
  statuses: string[];
}
declare const window: Library;

let number = 0;

/** The real client library in a page of the server's own origin, in either language of the socket. */
class RealtimePage {
  readonly page: Page;
  readonly #server: Portolan;

  private constructor(page: Page, server: Portolan) {
    this.page = page;
    this.#server = server;
  }

  static async open(browser: Browser, server: Portolan, vsn?: "1.0.0"): Promise<RealtimePage> {
    const page = await browser.newPage();
    // A page of the server with no program of its own: the browser must know where it comes from.
    await page.goto(`${server.url}/healthz`);
    const path = createRequire(import.meta.url)
      .resolve("@supabase/supabase-js")
      .replace(/index\.cjs$/, "umd/supabase.js");
    await page.addScriptTag({ path });
    const config = (await (await fetch(`${server.url}/api/config`)).json()) as { auth: { publicKey: string } };
    await page.evaluate(
      ({ url, key, vsn, storageKey }) => {
        window.heard = [];
        window.statuses = [];
        window.client = window.supabase.createClient(url, key, {
          auth: { storageKey, autoRefreshToken: false, detectSessionInUrl: false },
          realtime: vsn ? { vsn: vsn as never } : {},
        });
      },
      { url: server.url, key: config.auth.publicKey, vsn, storageKey: `tab${number++}` },
    );
    return new RealtimePage(page, server);
  }

  /** A new account; its id. */
  async signUp(): Promise<string> {
    const email = `person${number++}@example.com`;
    return await this.page.evaluate(
      async ({ email, password }) => {
        const { data, error } = await window.client.auth.signUp({ email, password });
        if (error) throw error;
        return data.user?.id ?? "";
      },
      { email, password: PASSWORD },
    );
  }

  /** Subscribes to a channel whose broadcasts, presences and changes are kept; its first status. */
  async subscribe(name: string, config: object = {}, feeds: object[] = []): Promise<string> {
    return await this.page.evaluate(
      ({ name, config, feeds }) => {
        const { client, heard, statuses } = window;
        const channel = client.channel(name, { config });
        window.channel = channel;
        channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
          const bytes = payload instanceof ArrayBuffer;
          heard.push({ event, payload: bytes ? [...new Uint8Array(payload)] : payload });
        });
        channel.on("presence", { event: "sync" }, () => {
          heard.push({ present: Object.keys(channel.presenceState()).sort() });
        });
        for (const feed of feeds) {
          channel.on("postgres_changes" as never, feed as never, (change: Record<string, unknown>) => {
            heard.push({ change });
          });
        }
        return new Promise<string>((resolve) => {
          channel.subscribe((status, error) => {
            statuses.push(error ? `${status}: ${error.message}` : status);
            resolve(statuses.at(-1) ?? "");
          });
        });
      },
      { name, config, feeds },
    );
  }

  heard(): Promise<Record<string, unknown>[]> {
    return this.page.evaluate(() => window.heard);
  }

  /** Runs in the page, with the channel at hand. */
  run<T>(action: (argument: string) => Promise<T>, argument = ""): Promise<T> {
    return this.page.evaluate(action, argument);
  }

  close(): Promise<void> {
    return this.page.close();
  }

  get url(): string {
    return this.#server.url;
  }
}

describe("supabase-js realtime over WebSocket", () => {
  let server: Portolan;
  let browser: Browser;
  beforeAll(async () => {
    server = await Portolan.start();
    browser = await Browser.launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const vsn of [undefined, "1.0.0"] as const) {
    describe(`in ${vsn ?? "its own"} version`, () => {
      it("broadcasts, receives its own messages if requested, and gets acknowledgments", async () => {
        const ada = await RealtimePage.open(browser, server, vsn);
        const ben = await RealtimePage.open(browser, server, vsn);
        const room = `room-${number++}`;
        expect(await ada.subscribe(room, { broadcast: { self: true, ack: true } })).toBe("SUBSCRIBED");
        expect(await ben.subscribe(room)).toBe("SUBSCRIBED");
        const sent = await ada.run(() =>
          window.channel.send({ type: "broadcast", event: "čursor", payload: { x: 1, text: "🎈" } }),
        );
        expect(sent).toBe("ok");
        const message = { event: "čursor", payload: { x: 1, text: "🎈" } };
        await expect.poll(() => ada.heard()).toContainEqual(message);
        await expect.poll(() => ben.heard()).toContainEqual(message);
        expect(await ada.run(() => window.channel.unsubscribe())).toBe("ok");
        await ada.close();
        await ben.close();
      });

      it("lists presence as members join and leave", async () => {
        const ada = await RealtimePage.open(browser, server, vsn);
        const ben = await RealtimePage.open(browser, server, vsn);
        const room = `room-${number++}`;
        await ada.subscribe(room, { presence: { key: "ada" } });
        await ben.subscribe(room, { presence: { key: "ben" } });
        expect(await ada.run(() => window.channel.track({ at: 1 }))).toBe("ok");
        expect(await ben.run(() => window.channel.track({ at: 2 }))).toBe("ok");
        await expect.poll(() => ada.heard()).toContainEqual({ present: ["ada", "ben"] });
        await expect.poll(() => ben.heard()).toContainEqual({ present: ["ada", "ben"] });
        expect(await ben.run(() => window.channel.untrack())).toBe("ok");
        await expect.poll(async () => (await ada.heard()).at(-1)).toEqual({ present: ["ada"] });
        await ada.close();
        await expect.poll(async () => (await ben.heard()).at(-1)).toEqual({ present: [] });
        await ben.close();
      });

      it("receives changes of the user's rows", async () => {
        const ada = await RealtimePage.open(browser, server, vsn);
        const id = await ada.signUp();
        const feeds = [
          { event: "INSERT", schema: "public", table: "boards" },
          { event: "UPDATE", schema: "public", table: "boards", filter: "title=eq.Costs" },
          { event: "DELETE", schema: "public", table: "boards" },
        ];
        expect(await ada.subscribe("changes", {}, feeds)).toBe("SUBSCRIBED");
        await ada.run(async () => {
          const { client } = window;
          const { data } = await client.from("boards").insert({ title: "Sales" }).select("id").single();
          await client.from("boards").update({ title: "Other" }).eq("id", data?.id);
          await client.from("boards").update({ title: "Costs" }).eq("id", data?.id);
          await client.from("boards").delete().eq("id", data?.id);
        });
        const changes = async () => (await ada.heard()).flatMap(({ change }) => (change ? [change as object] : []));
        await expect.poll(async () => (await changes()).length).toBe(3);
        const [made, changed, gone] = await changes();
        expect(made).toMatchObject({
          schema: "public",
          table: "boards",
          eventType: "INSERT",
          errors: null,
          new: { title: "Sales", user_id: id, revision: 1 },
          old: {},
        });
        expect(changed).toMatchObject({ eventType: "UPDATE", new: { title: "Costs", revision: 3 } });
        expect(gone).toMatchObject({ eventType: "DELETE", new: {} });
        await ada.close();
      });
    });
  }

  it("sends binary messages, and sends over HTTP to channels it hasn't joined", async () => {
    const ada = await RealtimePage.open(browser, server);
    const ben = await RealtimePage.open(browser, server);
    const room = `room-${number++}`;
    await ben.subscribe(room);
    const sent = await ada.run(async (room) => {
      const channel = window.client.channel(room);
      const fallback = await channel.send({ type: "broadcast", event: "one", payload: { n: 1 } });
      const json = await channel.httpSend("two/three", { n: 2 });
      const bytes = await channel.httpSend("four", new Uint8Array([1, 2, 255]).buffer);
      return [fallback, json.success, bytes.success];
    }, room);
    expect(sent).toEqual(["ok", true, true]);
    await expect.poll(() => ben.heard()).toContainEqual({ event: "four", payload: [1, 2, 255] });
    expect(await ben.heard()).toContainEqual({ event: "one", payload: { n: 1 } });
    expect(await ben.heard()).toContainEqual({ event: "two/three", payload: { n: 2 } });
    await ada.subscribe(room, { broadcast: { ack: true } });
    await ada.run(() => window.channel.send({ type: "broadcast", event: "five", payload: new Uint8Array([9]).buffer }));
    await expect.poll(() => ben.heard()).toContainEqual({ event: "five", payload: [9] });
    await ada.close();
    await ben.close();
  });

  it("joins its own private channels and gets the reason for a rejected join", async () => {
    const ada = await RealtimePage.open(browser, server);
    const id = await ada.signUp();
    expect(await ada.subscribe(`user:${id}`, { private: true })).toBe("SUBSCRIBED");
    const ben = await RealtimePage.open(browser, server);
    await ben.signUp();
    expect(await ben.subscribe(`user:${id}`, { private: true })).toBe(
      `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: user:${id}`,
    );
    await ben.close();
    const nobody = await RealtimePage.open(browser, server);
    const feeds = [{ event: "*", schema: "public", table: "boards" }];
    expect(await nobody.subscribe("changes", {}, feeds)).toMatch(/^CHANNEL_ERROR: Unauthorized/);
    await nobody.close();
    await ada.close();
  });

  it("keeps its channel across a token refresh and a server restart", async () => {
    const ada = await RealtimePage.open(browser, server);
    const id = await ada.signUp();
    await ada.subscribe(`user:${id}`, { private: true, broadcast: { self: true, ack: true } });
    await ada.run(async () => {
      await window.client.auth.refreshSession();
      await window.client.realtime.setAuth();
    });
    const send = () => ada.run(() => window.channel.send({ type: "broadcast", event: "e", payload: {} }));
    expect(await send()).toBe("ok");
    await server.kill();
    await server.startAgain();
    const statuses = () => ada.run(async () => window.statuses);
    await expect.poll(statuses).toContain("SUBSCRIBED");
    await expect.poll(async () => (await statuses()).filter((status) => status === "SUBSCRIBED").length).toBe(2);
    expect(await send()).toBe("ok");
    await ada.close();
  });
});
