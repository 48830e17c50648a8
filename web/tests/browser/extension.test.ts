import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

const BUILT = resolve(import.meta.dirname, "../../build/extension");

const PAGES: Record<string, { type: string; body: string }> = {
  "/rain": {
    type: "text/html",
    body: `<!doctype html><html lang="en"><title>Rain of the islands</title><h1>Rain</h1><script>window.secret = 1</script>
      <p id="words">It rains most in January.</p><input value="a password">
      <table><caption>Rain by island</caption><tr><th>island<th>rain<tr><td>Skye<td>1810<tr><td>Mull<td>1620</table></html>`,
  },
  "/talk": {
    type: "text/html",
    body: `<!doctype html><html lang="en"><title>A talk on tides</title><h1>A talk</h1>
      <video controls><track kind="captions" srclang="de" src="/de.vtt"><track kind="captions" srclang="en" src="/en.vtt"></video></html>`,
  },
  "/player": {
    type: "text/html",
    body: `<!doctype html><html lang="en"><title>A player of its own</title><video controls></video><script>
      const track = document.querySelector("video").addTextTrack("captions", "", "en");
      track.addCue(new VTTCue(1, 4.5, "The moon pulls twice."));
      track.addCue(new VTTCue(3605, 3610, "And the sun a little."));</script></html>`,
  },
  "/en.vtt": { type: "text/vtt", body: "WEBVTT\n\n00:01.000 --> 00:04.000\nThe moon pulls twice." },
  "/de.vtt": { type: "text/vtt", body: "WEBVTT\n\n00:01.000 --> 00:04.000\nDer Mond zieht zweimal." },
};

interface Received {
  html: string;
  url: string;
  title?: string;
  tables?: { title?: string; rows: string[][] }[];
  captions?: string;
  selection?: string;
}

let product: ScriptedServer;
let pages: Server;
let context: BrowserContext;
let worker: Worker;
let folder: string;
const received: Received[] = [];
const profileCookies: string[] = [];
let chatId = "";

/** The extension as it was built, for the address that the scripted server has. */
function extensionFor(site: string): string {
  const copy = join(folder, "extension");
  cpSync(BUILT, copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8")) as { host_permissions: string[] };
  const built = manifest.host_permissions[0]?.replace(/\/\*$/, "") ?? "";
  for (const name of ["manifest.json", "background.js", "panel.js"]) {
    writeInto(join(copy, name), (text) => text.replaceAll(built, site));
  }
  return copy;
}

function writeInto(path: string, change: (text: string) => string) {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portolan-extension-"));
  product = await ScriptedServer.start();
  product.intercept = (request, response, body) => {
    if (request.url === "/api/user/profile") profileCookies.push(request.headers.cookie ?? "");
    if (request.method === "POST" && request.url === "/api/sources") received.push(JSON.parse(body) as Received);
    if (request.url?.startsWith("/extension")) {
      response.setHeader("content-security-policy", "frame-ancestors chrome-extension:");
    }
    return false;
  };
  product.boards.begin = () => {
    const chat = product.createChat();
    chatId = chat.id;
    chat.start({ text: "The page", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "Two islands, and Skye is the wetter one." });
    return chat.id;
  };
  pages = createServer((request, response) => {
    const page = PAGES[request.url ?? ""];
    response.writeHead(page ? 200 : 404, { "content-type": page?.type ?? "text/plain" }).end(page?.body);
  });
  await new Promise<void>((done) => pages.listen(0, "127.0.0.1", done));
  const extension = extensionFor(product.url);
  context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: false,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
      // A test may press the extension's button.
      "--enable-unsafe-extension-debugging",
    ],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  await context.addCookies([product.sessionCookie]);
  worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
});

afterAll(async () => {
  await context?.close();
  await product?.close();
  pages?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageUrl = (path: string) => `http://127.0.0.1:${(pages.address() as AddressInfo).port}${path}`;

/** Clicks the extension's toolbar button, which grants it access to this tab. */
async function pressButton(page: Page) {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error("the browser takes no commands");
  await page.bringToFront();
  const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "tab" }] });
  const tab = targetInfos.find(({ url }) => url === page.url());
  const press = session.send as (method: string, parameters: object) => Promise<unknown>;
  await press.call(session, "Extensions.triggerAction", { id: new URL(worker.url()).host, targetId: tab?.targetId });
  await session.detach();
}

type Chrome = Record<string, Record<string, { dispatch(...values: unknown[]): void }>> & {
  tabs: { query(which: object): Promise<unknown[]> };
};

/**
 * A menu and a shortcut belong to the window of the desktop. A browser without a screen has no menu to click on, binds no
 * keys to commands, and gives keys that a test sends to the page alone. That it knows both is asked of the browser itself;
 * what it would tell the worker is told in its place.
 */
async function tell(area: "contextMenus" | "commands", event: string, what: unknown) {
  await worker.evaluate(
    async ([area, event, what]) => {
      const { chrome } = globalThis as unknown as { chrome: Chrome };
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      chrome[area]?.[event]?.dispatch(what, tab);
    },
    [area, event, what] as const,
  );
}

/** Returns the message that the worker stored for the panel. */
async function seen(): Promise<unknown> {
  return worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { get(key: string): Promise<{ seen?: unknown }> } } };
    };
    return (await chrome.storage.session.get("seen")).seen;
  });
}

/** The panel as a page of its own. */
async function openPanel(): Promise<Page> {
  const panel = await context.newPage();
  await panel.goto(new URL("panel.html", worker.url()).href);
  return panel;
}

/** Runs the capture that the service worker runs once it has access to a tab. The host permission of the test stands for the click. */
async function look(page: Page, action: "look" | "board" | "chart") {
  const seen = await page.evaluate(readFileSync(join(BUILT, "capture.js"), "utf8"));
  await worker.evaluate(
    async ([page, action, number]) => {
      const { chrome } = globalThis as unknown as {
        chrome: { storage: { session: { set(values: object): Promise<void> } } };
      };
      await chrome.storage.session.set({ seen: { portolan: "page", number, action, page } });
    },
    [seen, action, Date.now()] as const,
  );
}

it("requests few permissions, and only for its own site", () => {
  const manifest = JSON.parse(readFileSync(join(BUILT, "manifest.json"), "utf8")) as Record<string, string[]>;
  expect([...(manifest.permissions ?? [])].sort()).toEqual([
    "activeTab",
    "contextMenus",
    "scripting",
    "sidePanel",
    "storage",
  ]);
  expect(manifest.host_permissions).toHaveLength(1);
  expect(readFileSync(join(BUILT, "../portolan-extension.zip")).subarray(0, 2).toString()).toBe("PK");
});

it("sends a page with its table and selection and shows the answer of its board", async () => {
  const page = await context.newPage();
  await page.goto(pageUrl("/rain"));
  await page.locator("#words").selectText();
  const panel = await openPanel();
  const frame = panel.frameLocator("iframe");
  await frame.getByText("No page captured").waitFor();
  await look(page, "look");
  await frame.getByText("Rain of the islands").waitFor();
  await frame.getByText("1 table", { exact: true }).waitFor();
  const inner = panel.frames().find((each) => each.url().startsWith(product.url));
  expect(inner?.url()).toContain("/extension");

  await frame.getByRole("button", { name: "Create board" }).click();
  await frame.locator('[data-block="text"]').getByText("Skye is the wetter one").waitFor();
  expect(received.at(-1)).toMatchObject({
    url: pageUrl("/rain"),
    title: "Rain of the islands",
    selection: "It rains most in January.",
    tables: [
      {
        title: "Rain by island",
        rows: [
          ["island", "rain"],
          ["Skye", "1810"],
          ["Mull", "1620"],
        ],
      },
    ],
  });
  expect(received.at(-1)?.html).toContain("It rains most");
  expect(received.at(-1)?.html).not.toMatch(/secret|password/);
  expect(product.boards.questions).toEqual([pageUrl("/rain")]);
  product.chats.get(chatId)?.add({ type: "text", markdown: "And it goes on." });
  await frame.locator('[data-block="text"]').getByText("And it goes on.").waitFor();
  await expect.poll(() => frame.getByRole("link", { name: "Open board" }).getAttribute("target")).toBe("_blank");
  expect(profileCookies.at(-1)).toContain("portolan-auth-token");
  await panel.close();
});

it("reads the page only when its button, menu, or shortcut is used", async () => {
  const page = await context.newPage();
  await page.goto(pageUrl("/rain"));
  await page.locator("#words").selectText();
  await page.bringToFront();
  await tell("commands", "onCommand", "make-board");
  await expect.poll(seen).toMatchObject({ action: "board", page: null });

  await pressButton(page);
  const rain = { title: "Rain of the islands", selection: "It rains most in January.", url: pageUrl("/rain") };
  await expect.poll(seen).toMatchObject({ portolan: "page", action: "look", page: rain });
  await tell("contextMenus", "onClicked", { menuItemId: "chart" });
  await expect.poll(seen).toMatchObject({ action: "chart", page: rain });
  await tell("commands", "onCommand", "make-board");
  await expect.poll(seen).toMatchObject({ action: "board", page: { tables: [{ title: "Rain by island" }] } });
  await page.close();
});

it("registers commands and menu items that the browser accepts", async () => {
  const names = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { commands: { getAll(): Promise<{ name: string }[]> } } };
    return (await chrome.commands.getAll()).map(({ name }) => name);
  });
  expect(names.sort()).toEqual(["_execute_action", "make-board"]);
  const isThere = (id: string) =>
    worker.evaluate(async (id) => {
      const { chrome } = globalThis as unknown as {
        chrome: { contextMenus: { update(id: string, change: object): Promise<void> } };
      };
      return chrome.contextMenus.update(id, {}).then(
        () => true,
        () => false,
      );
    }, id);
  expect([await isThere("board"), await isThere("chart"), await isThere("other")]).toEqual([true, true, false]);
});

it("sends captions in the page's language and creates a board immediately on request", async () => {
  const page = await context.newPage();
  await page.goto(pageUrl("/talk"));
  const panel = await openPanel();
  await panel.frameLocator("iframe").getByText("Portolan", { exact: true }).first().waitFor();
  await look(page, "board");
  await panel.frameLocator("iframe").getByRole("link", { name: "Open board" }).waitFor();
  expect(received.at(-1)).toMatchObject({ title: "A talk on tides", captions: PAGES["/en.vtt"]?.body });
  await panel.close();
});

it("sends captions that the player loaded itself", async () => {
  const page = await context.newPage();
  await page.goto(pageUrl("/player"));
  const seen = await page.evaluate(readFileSync(join(BUILT, "capture.js"), "utf8"));
  expect(seen).toMatchObject({
    captions:
      "WEBVTT\n\n00:00:01.000 --> 00:00:04.500\nThe moon pulls twice.\n\n01:00:05.000 --> 01:00:10.000\nAnd the sun a little.",
  });
  await page.close();
});

it("redirects the start page and the front page to the panel's page", async () => {
  const panel = await openPanel();
  const frame = panel.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Portolan" }).waitFor();
  const inner = panel.frames().find((each) => each.url().startsWith(product.url));
  for (const path of ["/start", "/login", "/"]) {
    await inner?.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await expect.poll(() => new URL(inner?.url() ?? "about:blank").pathname).toBe("/extension");
  }
  await panel.close();
});

it("is accessible", async () => {
  const page = await context.newPage();
  for (const path of ["/extension?embedded_by=extension", "/extension-installed"]) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
  }
});
