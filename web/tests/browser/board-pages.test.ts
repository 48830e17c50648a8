import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Board, BoardNode, BoardNodeOf } from "../../app/api/boards.ts";
import { violations } from "./accessibility.ts";
import { Browser } from "./browser.ts";
import { Person } from "./person.ts";
import { Portolan } from "./program.ts";

/** Pages of different kinds, with the tables of data that each has. */
const pages: [file: string, tables: number][] = [
  ["article.html", 0],
  ["releases.html", 1],
  ["rivers.html", 2],
  ["documentation.html", 0],
  ["reference.html", 1],
  ["product.html", 1],
  ["plans.html", 1],
  ["paper.html", 1],
  ["measurement.html", 1],
  ["dataset.html", 2],
  ["question.html", 0],
  ["comments.html", 0],
  ["talk.html", 0],
  ["film.html", 0],
  ["feed.xml", 1],
  ["atom.xml", 1],
  ["readme.html", 0],
  ["source.html", 0],
  ["encyclopedia.html", 2],
  ["arabic.html", 0],
  ["japanese.html", 0],
];

const types: Record<string, string> = { html: "text/html", xml: "application/xml", vtt: "text/vtt" };
const folder = join(import.meta.dirname, "board-pages");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

let site: Server;
let server: Portolan;
let browser: Browser;
let page: Page;
let person: Person;

beforeAll(async () => {
  site = createServer((request, response) => {
    const file = (request.url ?? "/").slice(1);
    const isKnown = /^[a-z]+\.(?:html|xml|vtt)$/.test(file);
    response.writeHead(isKnown ? 200 : 404, { "content-type": `${types[file.split(".")[1] ?? ""]}; charset=utf-8` });
    response.end(isKnown ? read(file) : "");
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  server = await Portolan.start({ PORTOLAN_FETCH_ALLOW: new URL(address("")).host });
  browser = await Browser.launch();
  page = await browser.newPage();
  person = new Person(page, server.url);
  await person.signUp();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  site?.close();
});

const address = (file: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}/${file}`;

/** Makes a board of a page and waits until it is filled. */
async function boardOf(file: string): Promise<Board> {
  const q = address(file);
  const { boardId, chatId } = await person.send<{ boardId: string; chatId: string }>("POST", "/api/boards", { q });
  const outcome = async () =>
    (await person.get<{ turns: { outcome: string | null }[] }>(`/api/chats/${chatId}`)).turns[0]?.outcome ?? null;
  // Hooks can't poll by `expect`.
  await vi.waitFor(async () => expect(await outcome()).toBe("completed"), { timeout: 30_000, interval: 100 });
  return person.get<Board>(`/api/boards/${boardId}`);
}

const ofType = <T extends BoardNode["type"]>(board: Board, type: T) =>
  board.nodes.filter((node) => node.type === type) as BoardNodeOf<T>[];

/** The words of a page without its markup and the marks of its references. */
const plain = (markup: string) =>
  markup
    .replaceAll(/<sup class="reference">.*?<\/sup>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&[a-z]+;/g, " ")
    .replaceAll(/\s+/g, "");

function overlapping(nodes: readonly BoardNode[]): string[] {
  return nodes.flatMap((one, index) =>
    nodes
      .slice(0, index)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.type} ${one.id} over ${other.type} ${other.id}`),
  );
}

/** Texts on the canvas that have no room in their card. */
const cutTexts = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".board-note, .board-node blockquote, .board-node button span")]
      .filter((element) => element.scrollHeight > element.clientHeight + 1)
      .map((element) => `${element.scrollHeight} in ${element.clientHeight}: ${element.textContent?.slice(0, 60)}`),
  );

describe.each(pages)("a board of %s", (file, tables) => {
  let board: Board;
  beforeAll(async () => {
    board = await boardOf(file);
  });

  it("begins with what the page says of itself", () => {
    const [head] = board.nodes as [BoardNodeOf<"source">];
    // As wide as the columns below it: text alone fills two.
    expect(head).toMatchObject({ type: "source", x: 0, y: 0, width: tables > 0 ? 1364 : 812 });
    const description = head.data.description ?? "";
    expect(description.length).toBeGreaterThan(20);
    const source = plain(read(file).replaceAll(/content="([^"]*)"/g, ">$1<"));
    expect(source).toContain(plain(description).replace(/…$/, ""));
  });

  it("shows each table, and nothing twice or over another", async () => {
    expect(overlapping(board.nodes)).toEqual([]);
    const kinds = await Promise.all(
      ofType(board, "chart").map(
        async ({ data }) => (await person.get<{ kind: string }>(`/api/charts/${data.chartId}`)).kind,
      ),
    );
    expect(kinds.filter((kind) => kind === "plot" || kind === "table").length).toBeGreaterThanOrEqual(tables);
    const quotes = ofType(board, "reference").map(
      ({ data }) => data.quote ?? `${data.sourceId} ${JSON.stringify(data.locator)}`,
    );
    expect(new Set(quotes).size).toBe(quotes.length);
    for (const { data } of ofType(board, "reference")) expect(data.title).not.toBe("");
  });

  it("is read from its left edge", () => {
    const [, ...cards] = board.nodes;
    expect(Math.min(...cards.map(({ x }) => x))).toBe(0);
  });

  it("can be read at first sight", async () => {
    await page.goto(`${server.url}/boards/${board.id}`);
    await page.locator(".react-flow__node").first().waitFor();
    const zoom = await page
      .locator(".react-flow__viewport")
      .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
    expect(zoom).toBeGreaterThanOrEqual(0.75);
    const inSight = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 1440 && box.y >= 0 && box.y < 500;
    };
    expect(await inSight(".react-flow__node-source")).toBe(true);
    if (tables > 0) expect(await inSight(".react-flow__node-chart")).toBe(true);
    await page.locator(".board-lines").waitFor({ state: "detached" });
    await expect.poll(cutTexts).toEqual([]);
  });
});

describe("a board of a page on a phone", () => {
  it("is a list in reading order, with the canvas behind a button", async () => {
    const board = await boardOf("rivers.html");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/boards/${board.id}`);
    const list = page.getByRole("region", { name: "Cards of the board" });
    const items = list.getByRole("listitem");
    await expect.poll(() => items.count()).toBe(board.nodes.length);
    expect(await items.first().textContent()).toContain("Rivers of the Lowmark");
    await items.nth(1).locator("svg[role=graphics-document]").waitFor();
    const width = await list.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(width).toBe(0);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "Show canvas" }).click();
    await page.locator(".react-flow__node").first().waitFor();
    await page.getByRole("button", { name: "Show list" }).click();
    await items.first().waitFor();
  });
});
