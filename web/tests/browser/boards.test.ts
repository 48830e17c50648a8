import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Board, BoardNode } from "../../app/api/boards.ts";
import { violations } from "./accessibility.ts";
import { Browser } from "./browser.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

let server: ScriptedServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await ScriptedServer.start();
  browser = await Browser.launch();
  await browser.context.addCookies([server.sessionCookie]);
});

afterAll(async () => {
  expect(browser.errors).toEqual([]);
  await browser.close();
  await server.close();
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  server.boards.patches.length = 0;
});

const note = (id: string, x: number, y: number, markdown = id): BoardNode => ({
  id,
  type: "note",
  x,
  y,
  width: 240,
  height: 120,
  data: { markdown },
});

async function open(board: Board) {
  await page.goto(`${server.url}/boards/${board.id}`);
  await page.locator(".react-flow__node").first().waitFor();
}

const saved = (board: Board, id: string) => server.boards.boards.get(board.id)?.nodes.find((node) => node.id === id);

/** Within the page: turns the wheel at the sheet's second move, which is in the middle of its way whatever the machine's speed. */
function panAtSecondMove() {
  const sheet = document.querySelector<HTMLElement>(".react-flow__viewport");
  const pane = document.querySelector(".react-flow__pane");
  if (!sheet || !pane) throw new Error("the board has no sheet");
  let moves = 0;
  new MutationObserver((_, observer) => {
    moves += 1;
    if (moves < 2) return;
    observer.disconnect();
    pane.dispatchEvent(new WheelEvent("wheel", { deltaX: 40, bubbles: true, cancelable: true }));
    document.body.dataset.isPanned = "true";
  }).observe(sheet, { attributeFilter: ["style"] });
}

const control = process.platform === "darwin" ? "Meta" : "Control";

describe("a board", () => {
  it("is edited and undone by keyboard alone and saved element by element", async () => {
    const board = server.boards.create([note("a", 0, 0, "First")]);
    await open(board);
    await page.keyboard.press("t");
    await page.keyboard.type("# Second");
    await page.keyboard.press(`${control}+Enter`);
    await expect.poll(() => server.boards.boards.get(board.id)?.nodes.length).toBe(2);
    const second = server.boards.boards.get(board.id)?.nodes[1];
    await expect.poll(() => saved(board, second?.id ?? "")?.data).toEqual({ markdown: "# Second" });

    await page.keyboard.press("Escape");
    await page.keyboard.press(`${control}+a`);
    await page.keyboard.press("j");
    await expect.poll(() => server.boards.boards.get(board.id)?.edges.length).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => saved(board, "a")?.x).toBeGreaterThan(0);
    for (let step = 0; step < 5; step += 1) await page.keyboard.press(`${control}+z`);
    await expect.poll(() => server.boards.boards.get(board.id)?.nodes).toEqual([note("a", 0, 0, "First")]);
    expect(server.boards.boards.get(board.id)?.edges).toEqual([]);
    expect(server.boards.patches.every(({ nodes = [] }) => nodes.length <= 2)).toBe(true);
  });

  it("moves a dragged node, and a group with its contents", async () => {
    const group: BoardNode = {
      id: "g",
      type: "group",
      x: -40,
      y: -60,
      width: 400,
      height: 260,
      data: { label: "Together" },
    };
    const board = server.boards.create([group, { ...note("a", 0, 0), parentId: "g" }, note("b", 600, 0)]);
    await open(board);
    await page.getByText("Together").hover();
    await page.mouse.down();
    await page.mouse.move(500, 500, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => saved(board, "g")?.x).not.toBe(-40);
    const [moved, inner] = [saved(board, "g"), saved(board, "a")];
    expect((inner?.x ?? 0) - 0).toBe((moved?.x ?? 0) + 40);
    expect((inner?.y ?? 0) - 0).toBe((moved?.y ?? 0) + 60);
    expect(saved(board, "b")?.x).toBe(600);
  });

  it("is copied to another board", async () => {
    const from = server.boards.create(
      [note("a", 0, 0, "Carried over"), note("b", 300, 0)],
      [{ id: "e", fromNode: "a", toNode: "b", label: "leads to" }],
    );
    const to = server.boards.create([note("c", 0, 0)]);
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(from);
    await page.keyboard.press(`${control}+a`);
    await page.keyboard.press(`${control}+c`);
    await open(to);
    await page.keyboard.press(`${control}+v`);
    await expect.poll(() => server.boards.boards.get(to.id)?.nodes.length).toBe(3);
    expect(server.boards.boards.get(to.id)?.edges).toMatchObject([{ label: "leads to" }]);
  });

  it("keeps edits across a reload while the server fails", async () => {
    const board = server.boards.create([note("a", 0, 0)]);
    await open(board);
    server.boards.failures = Array.from({ length: 50 }, () => 503);
    await page.locator(".react-flow__node").first().click();
    await page.keyboard.press("ArrowDown");
    await page.getByTitle("You're offline. Your edits will be saved when you reconnect.").waitFor();
    await page.reload();
    server.boards.failures = [];
    await expect.poll(() => saved(board, "a")?.y).toBeGreaterThan(0);
    await page.getByTitle("All changes saved.").waitFor();
  });

  it("is searched, aligned, colored, and arranged", async () => {
    const board = server.boards.create(
      [note("a", 0, 0, "Alpha"), note("b", 320, 90, "Beta"), note("c", 40, 400, "Gamma")],
      [
        { id: "e", fromNode: "a", toNode: "b" },
        { id: "f", fromNode: "b", toNode: "c" },
      ],
    );
    await open(board);
    await page.keyboard.press("/");
    await page.keyboard.type("beta");
    await page.getByText("1 item", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Color" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Green" }).click();
    await expect.poll(() => saved(board, "b")?.color).toBe("4");
    await page.keyboard.press("Escape");
    await page.keyboard.press(`${control}+a`);
    await page.getByRole("button", { name: "Align and distribute" }).click();
    await page.getByRole("menuitem", { name: "Align top" }).click();
    await expect.poll(() => saved(board, "c")?.y).toBe(0);
    await page.getByRole("button", { name: "Arrange board (L)" }).click();
    await expect
      .poll(() => [saved(board, "a")?.x, saved(board, "b")?.x, saved(board, "c")?.x])
      .toSatisfy(([a = 0, b = 0, c = 0]: number[]) => a < b && b < c);
  });

  it("fills while it is open without moving existing nodes", async () => {
    const chat = server.createChat();
    server.boards.begin = () => chat.id;
    await page.goto(`${server.url}/boards/new?q=${encodeURIComponent("https://tides.example/")}`);
    await page.getByRole("button", { name: "Create board" }).click();
    await page.waitForURL(/\/boards\/[0-9a-f-]+$/);
    expect(server.boards.questions).toEqual(["https://tides.example/"]);
    const boardId = page.url().split("/").at(-1) ?? "";
    await expect.poll(() => chat.streamCount).toBe(1);
    chat.start({ text: "https://tides.example/", sourceIds: [] }, null);
    chat.progress("reading", "Reading tides.example");
    await page.getByText("Reading tides.example").first().waitFor();
    chat.tellBoard(server.boards.add(boardId, [note("one", 0, 0, "The first thing")]));
    const first = page.locator(".react-flow__node", { hasText: "The first thing" });
    await first.waitFor();
    const before = await first.boundingBox();
    for (let place = 1; place < 6; place += 1) {
      chat.tellBoard(server.boards.add(boardId, [note(`n${place}`, 440 * place, 700 * place, `Thing ${place}`)]));
    }
    await page.getByText(/new items? out of view/).waitFor();
    expect(await first.boundingBox()).toEqual(before);
    chat.finish();
  });

  it("accepts a block dragged from the chat and asks about the selection", async () => {
    const chat = server.createChat();
    const board = server.boards.create([note("a", 0, 0, "High water at noon")], [], { chatId: chat.id });
    chat.start({ text: "What is the tide?", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "The tide is **rising**." });
    chat.finish();
    await open(board);
    const panel = page.getByRole("complementary", { name: "Board chat" });
    await panel.getByText("rising").hover();
    await panel.getByRole("button", { name: "Add to board" }).click();
    await expect.poll(() => server.boards.boards.get(board.id)?.nodes.length).toBe(2);

    await page.keyboard.press("Escape");
    await page.locator(".react-flow__node", { hasText: "High water" }).click();
    await page.keyboard.press("a");
    await panel.getByText("About 1 selected item").waitFor();
    await panel.getByLabel("Your message", { exact: true }).fill("When is low water?");
    await panel.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(() => chat.snapshot().turns.at(-1)?.message.text)
      .toBe("When is low water?\n\nAbout this selection on the board:\n- Note: High water at noon");
  });

  it("renders only visible nodes of a thousand", async () => {
    const nodes = Array.from({ length: 1_000 }, (_, place) =>
      note(`n${place}`, (place % 40) * 300, Math.floor(place / 40) * 200),
    );
    const board = server.boards.create(nodes);
    await open(board);
    await page.keyboard.press("/");
    await page.keyboard.type("n500");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".react-flow__node").count(), { timeout: 15_000 }).toBeLessThan(60);
  });

  it("shows full text after panning ends, and only titles when zoomed out", async () => {
    const nodes = Array.from({ length: 200 }, (_, place) =>
      note(`n${place}`, place * 300, 0, `# Title ${place}\n\nWords`),
    );
    const board = server.boards.create(nodes);
    await open(board);
    await page.keyboard.press("/");
    await page.keyboard.type("Title 40");
    await page.keyboard.press("Enter");
    const found = page.locator('.react-flow__node[data-id="n40"]', { hasText: "Words" });
    // Hovers once the sheet has stopped at the result.
    await found.hover();
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(400, 0);
    const wordless = page.locator(".react-flow__node", { hasNotText: "Words" });
    await expect.poll(() => found.count()).toBe(0);
    await expect.poll(() => wordless.count()).toBe(0);
    await expect.poll(() => page.locator(".react-flow__node").count()).toBeGreaterThan(0);

    // A press ends the way that the one before still goes: as many as it takes.
    const zoomedOut = async () => {
      await page.getByRole("button", { name: "Zoom out (−)" }).click();
      return page.locator(".board").getAttribute("data-distance");
    };
    await expect.poll(zoomedOut, { interval: 200 }).not.toBe("near");
  });

  it("keeps words readable when panning interrupts the way to a search result", async () => {
    const nodes = Array.from({ length: 200 }, (_, place) =>
      note(`n${place}`, place * 300, 0, `# Title ${place}\n\nWords`),
    );
    const board = server.boards.create(nodes);
    await open(board);
    await page.evaluate(panAtSecondMove);
    await page.keyboard.press("/");
    await page.keyboard.type("Title 150");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.body.dataset.isPanned);
    await page.locator(".react-flow__node", { hasText: "Words" }).first().waitFor();
    await expect.poll(() => page.locator(".react-flow__node", { hasNotText: "Words" }).count()).toBe(0);
    await expect.poll(() => page.locator(".board").getAttribute("data-distance")).toBe("near");
  });

  it("connects two nodes by dragging from edge to edge", async () => {
    const board = server.boards.create([note("a", 0, 0), note("b", 600, 0)]);
    await open(board);
    await page.locator(".react-flow__node", { hasText: "a" }).first().hover();
    const from = await page.locator(".react-flow__handle-right").first().boundingBox();
    const to = await page.locator('.react-flow__node[data-id="b"]').boundingBox();
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) - 40, (to?.y ?? 0) + 40, { steps: 4 });
    await page.mouse.move((to?.x ?? 0) + 1, (to?.y ?? 0) + (to?.height ?? 0) / 2, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(() => server.boards.boards.get(board.id)?.edges)
      .toMatchObject([{ fromNode: "a", fromSide: "right", toNode: "b", toSide: "left" }]);
  });

  it("pans when its minimap is clicked", async () => {
    const board = server.boards.create([note("a", 0, 0), note("far", 9_000, 6_000, "Far away")]);
    await open(board);
    await page.keyboard.press("/");
    await page.keyboard.type("Far away");
    await page.keyboard.press("Enter");
    await page.locator(".react-flow__node", { hasText: "Far away" }).waitFor();
    await expect.poll(() => page.locator('.react-flow__node[data-id="a"]').count()).toBe(0);
    await page.getByRole("img", { name: "Minimap: 2 items" }).click({ position: { x: 14, y: 16 } });
    await page.locator('.react-flow__node[data-id="a"]').waitFor();
  });

  it("asks about the files on the board when nothing is selected, and shows their size", async () => {
    const chat = server.createChat();
    const frame = { x: 0, y: 0, width: 360, height: 140 };
    const file: BoardNode = {
      id: "f",
      type: "source",
      ...frame,
      data: { sourceId: "s-rain", title: "island-rain.csv", status: "whole" },
    };
    const board = server.boards.create([file], [], { chatId: chat.id });
    await open(board);
    await page.locator(".react-flow__node").getByText("2 rows").waitFor();
    await page.keyboard.press("a");
    await page.keyboard.press("Escape");
    const panel = page.getByRole("complementary", { name: "Board chat" });
    const aboutAll = panel.getByRole("button", { name: "Ask about the whole board" });
    if (await aboutAll.isVisible()) await aboutAll.click();
    await panel.getByLabel("Your message", { exact: true }).fill("Which island is the wettest?");
    await panel.getByRole("button", { name: "Send" }).click();
    const newest = () => chat.snapshot().turns.at(-1)?.message;
    await expect.poll(newest).toMatchObject({ text: "Which island is the wettest?", sourceIds: ["s-rain"] });
    chat.finish();
    await panel.getByLabel("Your message", { exact: true }).fill("And the driest?");
    await panel.getByRole("button", { name: "Send" }).click();
    await expect.poll(newest).toMatchObject({ text: "And the driest?", sourceIds: [] });
    chat.finish();
  });

  it("keeps its tools and its credit below the sheet and its minimap off the cards at rest", async () => {
    const nodes = [note("a", 0, 0), { ...note("b", 300, 200), width: 3_000, height: 3_000 }];
    const board = server.boards.create(nodes);
    for (const width of [1_440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await open(board);
      const sheet = await page.locator(".react-flow").boundingBox();
      const tools = await page.getByRole("toolbar", { name: "Board tools" }).boundingBox();
      expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThanOrEqual((tools?.y ?? 0) + 1);
      const credit = page.getByRole("toolbar", { name: "Board tools" }).getByRole("link", { name: "React Flow" });
      const shortcuts = await page.getByRole("button", { name: "Keyboard shortcuts" }).last().boundingBox();
      expect((await credit.boundingBox())?.x).toBeGreaterThan((shortcuts?.x ?? width) + (shortcuts?.width ?? 0));
      const map = page.getByRole("img", { name: "Minimap: 2 items" });
      const opacity = () => map.evaluate((element) => getComputedStyle(element).opacity);
      await page.mouse.move(200, 400);
      await expect.poll(opacity).toBe("0");
      await map.hover();
      await expect.poll(opacity).toBe("1");
      await page.mouse.move(200, 400);
      await expect.poll(opacity).toBe("0");
      // While the view moves the map shows where it is.
      await page.mouse.wheel(0, 60);
      await expect.poll(opacity).toBe("1");
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const chat = server.createChat();
    const frame = { width: 360, height: 160 };
    const nodes: BoardNode[] = [
      { id: "g", type: "group", x: -40, y: -60, width: 900, height: 500, color: "5", data: { label: "A group" } },
      note("n", 0, 0, "# A note\n\nwith words"),
      { id: "c", type: "chart", x: 300, y: 0, width: 500, height: 340, data: { chartId: "rain" } },
      {
        id: "s",
        type: "source",
        x: 0,
        y: 200,
        ...frame,
        data: {
          sourceId: "1",
          title: "Tides",
          url: "https://tides.example/",
          status: "part",
          detail: "Only the text.",
        },
      },
      {
        id: "r",
        type: "reference",
        x: 900,
        y: 0,
        ...frame,
        color: "3",
        data: { sourceId: "1", title: "Tides", url: "https://tides.example/", locator: {}, quote: "high at noon" },
      },
      {
        id: "q",
        type: "suggestion",
        x: 900,
        y: 220,
        width: 360,
        height: 72,
        data: { label: "When is it low?", prompt: "?" },
      },
      { id: "t", type: "chat", x: 900, y: 320, ...frame, data: { chatId: "1", title: "About tides" } },
      { id: "p", type: "picture", x: 0, y: 520, ...frame, data: { url: "https://tides.example/a.png", alt: "A tide" } },
    ];
    const edges = [{ id: "e", fromNode: "s", toNode: "r", label: "says" }];
    const board = server.boards.create(nodes, edges, { chatId: chat.id });
    chat.start({ text: "What is the tide?", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "Rising." });
    chat.finish();
    await open(board);
    await page.locator(".react-flow__node", { hasText: "A note" }).click();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${server.url}/boards`);
    await page.getByRole("heading", { name: "A board" }).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${server.url}/boards/new`);
    await page.getByRole("button", { name: "Create board" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
