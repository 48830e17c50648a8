import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Board, BoardNode } from "../../app/api/boards.ts";
import { Browser } from "./browser.ts";
import { json, problem } from "./double/answers.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

let server: ScriptedServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await ScriptedServer.start();
  browser = await Browser.launch();
  await browser.context.addCookies([server.sessionCookie]);
  page = await browser.newPage();
});

afterAll(async () => {
  expect(browser.errors).toEqual([]);
  await browser.close();
  await server.close();
});

const control = process.platform === "darwin" ? "Meta" : "Control";

const note = (id: string, x: number, y: number): BoardNode => ({
  id,
  type: "note",
  x,
  y,
  width: 200,
  height: 100,
  data: { markdown: `Note ${id}` },
});

async function open(board: Board) {
  await page.goto(`${server.url}/boards/${board.id}`);
  await page.locator(".react-flow__node").first().waitFor();
}

/** On a phone the canvas is behind a button. */
async function openOnPhone(board: Board) {
  await page.goto(`${server.url}/boards/${board.id}`);
  await page.getByRole("button", { name: "Show canvas" }).click();
  await page.locator(".react-flow__node").first().waitFor();
}

const saved = (board: Board) => server.boards.boards.get(board.id);
const node = (board: Board, id: string) => saved(board)?.nodes.find((each) => each.id === id);

it("groups and ungroups the selection by shortcut and undoes both", async () => {
  const board = server.boards.create([note("a", 0, 0), note("b", 300, 0)]);
  await open(board);
  await page.keyboard.press(`${control}+a`);
  await page.keyboard.press(`${control}+g`);
  await expect.poll(() => saved(board)?.nodes.find(({ type }) => type === "group")?.id).toBeTruthy();
  const group = saved(board)?.nodes.find(({ type }) => type === "group")?.id ?? "";
  expect([node(board, "a")?.parentId, node(board, "b")?.parentId]).toEqual([group, group]);
  // Its name is being written.
  await page.keyboard.type("Both");
  await page.keyboard.press("Enter");
  await expect.poll(() => node(board, group)?.data).toEqual({ label: "Both" });
  await page.keyboard.press(`${control}+Shift+g`);
  await expect.poll(() => node(board, group)).toBeUndefined();
  await page.keyboard.press(`${control}+z`);
  await expect.poll(() => node(board, "a")?.parentId).toBe(group);
  await page.keyboard.press(`${control}+z`);
  await page.keyboard.press(`${control}+z`);
  await expect.poll(() => saved(board)?.nodes).toEqual([note("a", 0, 0), note("b", 300, 0)]);
  await page.keyboard.press(`${control}+Shift+z`);
  await expect.poll(() => node(board, "a")?.parentId).toBe(group);
});

it("distributes the selection evenly", async () => {
  const board = server.boards.create([note("a", 0, 0), note("b", 210, 0), note("c", 900, 0)]);
  await open(board);
  await page.keyboard.press(`${control}+a`);
  await page.getByRole("button", { name: "Align and distribute" }).click();
  await page.getByRole("menuitem", { name: "Distribute horizontally" }).click();
  await expect.poll(() => node(board, "b")?.x).toBe(450);
});

it("edits the label of a connection", async () => {
  const board = server.boards.create([note("a", 0, 0), note("b", 500, 0)], [{ id: "e", fromNode: "a", toNode: "b" }]);
  await open(board);
  await page.locator(".react-flow__edge").dblclick({ force: true });
  await page.getByLabel("Connection label").fill("because of");
  await page.keyboard.press("Enter");
  await expect.poll(() => saved(board)?.edges[0]?.label).toBe("because of");
  await page.getByText("because of").waitFor();
});

it.each([
  ["Image (PNG)", "png", "\u0089PNG"],
  ["Image (SVG)", "svg", "<svg"],
])("is saved as %s", async (item, ending, beginning) => {
  const board = server.boards.create([note("a", 0, 0), note("b", 500, 0)], [{ id: "e", fromNode: "a", toNode: "b" }]);
  await open(board);
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: item }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`a-board.${ending}`);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 4).toString("latin1")).toBe(beginning);
  expect(bytes.length).toBeGreaterThan(500);
});

it("refreshes a source card and shows when its page can't be read", async () => {
  const data = {
    sourceId: "s1",
    title: "Tides",
    url: "https://tides.example/",
    status: "part" as const,
    detail: "Half.",
  };
  const board = server.boards.create([{ id: "s", type: "source", x: 0, y: 0, width: 360, height: 160, data }]);
  const source = {
    id: "s1",
    name: "Tides",
    kind: "page",
    status: "whole",
    rowCount: null,
    columns: [],
    table: null,
    createdAt: "2026-01-02T03:04:05Z",
  };
  const answers: ((response: ServerResponse) => true)[] = [
    (response) => json(response, 200, source),
    (response) => problem(response, 422, "source_unreachable", "The site does not answer."),
  ];
  server.intercept = ({ url }, response) => url === "/api/sources/s1/refresh" && (answers.shift()?.(response) ?? false);
  await open(board);
  const again = page.getByRole("button", { name: "Refresh: Tides" });
  await again.click();
  await page.getByText("Read").waitFor();
  const { detail: _, ...known } = data;
  await expect.poll(() => node(board, "s")?.data).toEqual({ ...known, status: "whole" });
  await again.click();
  await page.getByText("The site does not answer.").waitFor();
  expect(node(board, "s")?.data).toEqual({ ...known, status: "whole" });
  server.intercept = () => false;
});

it("adds the user's own items by URL and from the picker", async () => {
  const board = server.boards.create([note("a", 0, 0)]);
  await open(board);
  const chat = server.createChat();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, `${server.url}/chats/${chat.id}`);
  await expect
    .poll(() => saved(board)?.nodes.find(({ type }) => type === "chat")?.data)
    .toMatchObject({
      chatId: chat.id,
    });
  await page.getByRole("button", { name: "Insert chart, document, or chat" }).click();
  const list = page.getByRole("dialog", { name: "Insert an existing item" });
  const before = saved(board)?.nodes.length ?? 0;
  await list.getByRole("listitem").getByRole("button").first().click();
  await expect.poll(() => saved(board)?.nodes.length).toBe(before + 1);
});

it("shows all columns of a board while it fills", async () => {
  const data = { sourceId: "s1", title: "Tides", url: "https://tides.example/", status: "whole" as const };
  const board = server.boards.create([{ id: "s", type: "source", x: 0, y: 0, width: 1_364, height: 136, data }]);
  await open(board);
  const { width } = (await page.locator(".react-flow").boundingBox()) ?? { width: 0 };
  const card = await page.locator('.react-flow__node[data-id="s"]').boundingBox();
  // The page's card is as wide as the columns below it.
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan((await page.viewportSize())?.width ?? 0);
  expect(card?.width).toBeGreaterThan(width * 0.75);
});

it("pans by touch and selects on tap", async () => {
  const board = server.boards.create([note("a", 0, 0), note("b", 300, 0)]);
  await page.setViewportSize({ width: 360, height: 740 });
  const client = await browser.context.newCDPSession(page);
  await client.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await openOnPhone(board);
  const first = page.locator('.react-flow__node[data-id="a"]');
  const before = await first.boundingBox();
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", 180, 500);
  for (let step = 1; step <= 5; step += 1) await touch("touchMove", 180 + step * 8, 500 + step * 20);
  await touch("touchEnd", 220, 600);
  await expect.poll(async () => Math.round((await first.boundingBox())?.y ?? 0)).toBeGreaterThan((before?.y ?? 0) + 50);
  const now = await first.boundingBox();
  await touch("touchStart", (now?.x ?? 0) + 20, (now?.y ?? 0) + 20);
  await touch("touchEnd", 0, 0);
  const bar = page.getByRole("toolbar", { name: "Selection" });
  await bar.waitFor();

  // A finger that rests adds to the selection, and takes out again.
  const rest = async (id: string) => {
    const box = await page.locator(`.react-flow__node[data-id="${id}"]`).boundingBox();
    await touch("touchStart", (box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await expect.poll(() => page.locator(`.react-flow__node[data-id="${id}"].selected`).count()).toBe(1);
    await touch("touchEnd", 0, 0);
  };
  await rest("b");
  await bar.getByRole("button", { name: "Connect (J)" }).waitFor();

  // A finger that draws a frame selects what is in it, and the view stays.
  const tool = await page.getByRole("button", { name: /Select by dragging/ }).boundingBox();
  await touch("touchStart", (tool?.x ?? 0) + 12, (tool?.y ?? 0) + 12);
  await touch("touchEnd", 0, 0);
  await page.getByRole("button", { name: /Select by dragging/, pressed: true }).waitFor();
  const still = await first.boundingBox();
  await touch("touchStart", 60, 600);
  for (let step = 1; step <= 8; step += 1) await touch("touchMove", 60 + step * 30, 600 - step * 50);
  await touch("touchEnd", 0, 0);
  await expect.poll(() => page.locator(".react-flow__node.selected").count()).toBe(2);
  expect(await first.boundingBox()).toEqual(still);
  // A browser may give no click for a tap that follows a stroke at once: here a pointer presses.
  await page.getByRole("button", { name: /Select by dragging/, pressed: true }).click();
  await page.getByRole("button", { name: /Select by dragging/, pressed: false }).waitFor();

  // Two fingers that part make everything larger.
  const small = (await first.boundingBox())?.width ?? 0;
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: 180 - apart, y: 400, id: 0 },
              { x: 180 + apart, y: 400, id: 1 },
            ],
    });
  await fingers("touchStart", 20);
  for (let step = 1; step <= 6; step += 1) await fingers("touchMove", 20 + step * 4);
  await fingers("touchEnd", 44);
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(small * 1.4);
  await client.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await client.detach();
});
