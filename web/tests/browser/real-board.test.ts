import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { Browser } from "./browser.ts";
import { Person } from "./person.ts";
import { Portolan } from "./program.ts";

const RAIN =
  "island,month,rain_mm\nSkye,2024-01-01,210\nSkye,2024-02-01,180\nMull,2024-01-01,160\nMull,2024-02-01,150\n";

let server: Portolan;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await Portolan.start();
  browser = await Browser.launch();
  page = await browser.newPage();
  await new Person(page, server.url).signUp();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const nodes = (text?: string | RegExp): Locator =>
  text === undefined ? page.locator(".react-flow__node") : page.locator(".react-flow__node", { hasText: text });
const charts = () => page.locator(".react-flow__node-chart");
const panel = () => page.getByRole("complementary", { name: "Board chat" });

/** Only what is in sight is in the page. */
async function showAll() {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Zoom to fit (1)" }).click();
}

async function ask(question: string) {
  await panel().getByLabel("Your message", { exact: true }).fill(question);
  await panel().getByRole("button", { name: "Send" }).click();
  await panel().getByRole("button", { name: "Send" }).waitFor();
}

it("accepts a file and receives the charts of its chat", async () => {
  await page.goto(`${server.url}/boards`);
  await page.getByRole("button", { name: "Empty board" }).click();
  await page.waitForURL(/\/boards\/[0-9a-f-]+$/);
  await page
    .getByLabel("Choose files for the board")
    .setInputFiles({ name: "rain.csv", mimeType: "text/csv", buffer: Buffer.from(RAIN) });
  await nodes("rain").first().click();
  await page.keyboard.press("a");
  await panel().getByText("About 1 selected item").waitFor();
  await ask("total rain_mm by island");
  await charts().first().waitFor();
  await showAll();
  await expect.poll(() => charts().count()).toBeGreaterThan(0);
});

it("shows a chart as a titled picture when zoomed out and live when zoomed in", async () => {
  const zoomOut = page.getByRole("button", { name: "Zoom out (−)" });
  await charts().first().click();
  await page.keyboard.press("Escape");
  const picture = charts().first().locator("img");
  // A press ends the way that the one before still goes: as many as it takes.
  const picturesFarther = async () => {
    await zoomOut.click();
    return picture.count();
  };
  await expect.poll(picturesFarther, { interval: 200 }).toBe(1);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect.poll(() => picture.getAttribute("alt")).toMatch(/Skye|rain|island/i);

  await charts().first().click();
  await page.keyboard.press("2");
  const live = charts().first().locator("[data-live-chart]");
  await live.locator("svg[role=graphics-document]").waitFor();
  // How far the drawing reaches below its frame, once the board has come to rest.
  const reachesBelow = async () => {
    const [frame, drawing] = [await charts().first().boundingBox(), await live.locator("svg").first().boundingBox()];
    return (drawing?.y ?? 0) + (drawing?.height ?? 0) - (frame?.y ?? 0) - (frame?.height ?? 0);
  };
  await expect.poll(reachesBelow).toBeLessThanOrEqual(1);
  const frame = await charts().first().boundingBox();
  // Arrow keys walk through its marks, and leave the node where it is.
  await live.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => live.getByRole("status").textContent()).toMatch(/^1 of 2\. /);
  expect((await charts().first().boundingBox())?.x).toBe(frame?.x);
});

it("accepts a block dragged from the chat and stores it", async () => {
  await showAll();
  const map = page.locator("[data-board-map]");
  const count = async () => Number(/(\d+) items?$/.exec((await map.getAttribute("aria-label")) ?? "")?.[1]);
  const before = await count();
  expect(before).toBeGreaterThan(0);
  // The findings as text; the suggestions below are separate blocks.
  const text = panel().locator(".group\\/part", { hasText: "Mull is lowest" }).last();
  await text.hover();
  const sheet = await page.locator(".react-flow__pane").boundingBox();
  await text
    .getByTitle("Drag onto the board")
    .dragTo(page.locator(".react-flow__pane"), { targetPosition: { x: 140, y: (sheet?.height ?? 600) - 160 } });
  await expect.poll(count).toBe(before + 1);
  await page.getByTitle("All changes saved.").waitFor();
  await page.reload();
  await map.waitFor();
  await expect.poll(count).toBe(before + 1);
});

it("answers questions about the selection", async () => {
  await charts().first().click();
  await page.keyboard.press("a");
  await panel().getByText("About 1 selected item").waitFor();
  await ask("as a line");
  await panel()
    .getByText(/About this selection on the board:/)
    .first()
    .waitFor();
});

it("is accessible", async () => {
  expect(await violations(page)).toEqual([]);
});
