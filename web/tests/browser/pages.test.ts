import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Cookie, Page, Response } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { addressesOf } from "./every-page.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { settled } from "./pictures.ts";
import { realStories } from "./real-story.ts";

const roles = ["visitor", "user", "admin"] as const;
type Role = (typeof roles)[number];

/** A row of the table of pages. Parameters are in braces: `/u/{username}`. */
interface DocumentedPage {
  path: string;
  /** The path of the page that opens: another one where the page redirects everyone. */
  opens: string;
  title: string;
}

interface ShownPage extends DocumentedPage {
  role: Role;
  layout: string;
}

interface RefusedPage extends DocumentedPage {
  role: Role;
  destination: string;
}

/** The role that each kind of page is shown to, and the role next to it that isn't. */
const audiences: Record<string, { shownTo: Role; refusedTo?: Role }> = {
  everyone: { shownTo: "visitor" },
  visitors: { shownTo: "visitor", refusedTo: "user" },
  users: { shownTo: "user", refusedTo: "visitor" },
  admins: { shownTo: "admin", refusedTo: "user" },
};

const table = readFileSync(resolve(import.meta.dirname, "../../../docs/pages.md"), "utf8");
const rows = table.split("\n").filter((line) => line.startsWith("| `"));
const pages: DocumentedPage[] = [];
const shown: ShownPage[] = [];
const refused: RefusedPage[] = [];
for (const row of rows) readRow(row);

function readRow(row: string): void {
  const [paths = "", layouts = "", title = "", audience = "", otherwise = ""] = row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
  const [path = "", opens = path] = [...paths.matchAll(/`([^`]+)`/g)].map(([, found = ""]) => found);
  const page = { path, opens, title };
  const { shownTo, refusedTo } = audiences[audience] ?? {};
  if (!shownTo) throw new Error(`the table of pages has no role "${audience}": ${row}`);
  pages.push(page);
  const [, layout = layouts, visitorLayout = null] = /^(\w+), (\w+) for visitors$/.exec(layouts) ?? [];
  if (visitorLayout === null) shown.push({ ...page, role: shownTo, layout });
  else shown.push({ ...page, role: "visitor", layout: visitorLayout }, { ...page, role: "user", layout });
  if (refusedTo) refused.push({ ...page, role: refusedTo, destination: otherwise.replaceAll("`", "") });
}

/** Elements that name the subject of a page. */
const headings = "h1, [role=alert], main h2";

/** The panel asks the server for the user: no script can read the cookies of a frame. */
const expectedFaults: Record<string, string[]> = { "visitor /extension": ["401 /api/user/profile"] };

const canvas = {
  nodes: [{ id: "n1", type: "text", text: "Rain on three islands", x: 0, y: 0, width: 300, height: 120 }],
  edges: [],
};

describe("each page of docs/pages.md, on the real server", () => {
  const story = realStories();
  /** Values of the parameters, and titles of the items. */
  const values: Record<string, string> = { username: "ada", fullName: "Ada Lovelace", "*": "nothing-here" };
  const faults: string[] = [];
  let page: Page;
  let session: Cookie[] = [];

  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}|\*/g, (all, name = all) => values[name] ?? `missing ${name}`);

  beforeAll(async () => {
    page = await story.browser.newPage();
    await page.emulateMedia({ reducedMotion: "reduce" });
    recordFaults(page, faults);
    await createItems();
  });

  /** One public item of each kind, of a user who is signed in. */
  async function createItems() {
    const { server } = story;
    const ada = new Person(page, server.url);
    await ada.signUp();
    await ada.addTable("island-rain.csv", ISLAND_RAIN);
    const chatId = await ada.askFirst("total rain_mm by island");
    await ada.waitForEnd();
    const share = await ada.send<{ token: string }>("POST", `/api/chats/${chatId}/share`, {});
    const { boardId } = await ada.send<{ boardId: string }>("POST", "/api/boards/import", canvas);
    const portolan = await ada.send<Item>("POST", "/api/portolans", { title: "Island notes", markdown: "Rain." });
    const { items: charts } = await ada.get<{ items: Item[] }>("/api/charts");
    const chat = await ada.get<Item>(`/api/chats/${chatId}`);
    const board = await ada.get<Item>(`/api/boards/${boardId}`);
    Object.assign(values, { chatId, chatTitle: chat.title, token: share.token });
    for (const [kind, item] of Object.entries({ chart: charts[0], board, portolan })) {
      Object.assign(values, { [`${kind}Id`]: item?.id, [`${kind}Title`]: item?.title });
      await ada.send("PUT", `/api/${kind}s/${item?.id}/visibility`, { visibility: "public" });
    }
    session = await story.browser.context.cookies();
  }

  async function open(path: string, role: Role): Promise<Response | null> {
    // The page before may have signed someone in, as `/try` does.
    await story.browser.context.clearCookies();
    if (role !== "visitor") await story.browser.context.addCookies(session);
    faults.length = 0;
    return page.goto(`${story.server.url}${fill(path)}`);
  }

  const pathname = () => new URL(page.url()).pathname;

  it("has a route in the router", () => {
    const inBraces = new Proxy({}, { get: (_, name) => (name === "*" ? "*" : `{${String(name)}}`) });
    expect(pages.map(({ path }) => path).sort()).toEqual(addressesOf(inBraces).sort());
  });

  describe.each(roles)("as %s", (role) => {
    const isOwn = (each: { role: Role }) => each.role === role;

    beforeAll(async () => {
      if (role === "admin") await story.server.grantAdmin("ada@example.org");
    });

    it.each(shown.filter(isOwn))("$path is shown", async ({ path, opens, title, layout }) => {
      const response = await open(path, role);
      // Pages about people and items are named after them; the others after their purpose.
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${escapePattern(fill(title))}( · |$)`));
      await page.locator(headings).first().waitFor();
      await settled(page);
      const found = { path: pathname(), status: response?.status(), ...(await readStructure(page)) };
      const status = path.endsWith("*") ? 404 : 200;
      expect(found).toEqual({ path: fill(opens), status, layout, mains: 1 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, ...(await violations(page))]).toEqual([colorScheme]);
      }
      expect(faults).toEqual(expectedFaults[`${role} ${path}`] ?? []);
    });

    it.each(refused.filter(isOwn))("$path redirects to $destination", async ({ path, destination }) => {
      await open(path, role);
      await expect.poll(pathname).toBe(destination);
    });
  });
});

interface Item {
  id: string;
  title: string;
}

/** Records failed requests and errors of scripts. A request that ends with its page hasn't failed. */
function recordFaults(page: Page, faults: string[]): void {
  const pathOf = (url: string) => new URL(url).pathname;
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest();
    if (!isPage && response.status() >= 400) faults.push(`${response.status()} ${pathOf(response.url())}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") faults.push(`${reason} ${pathOf(request.url())}`);
  });
  page.on("console", (message) => {
    // Chromium reports each failed request here again.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
}

function readStructure(page: Page): Promise<{ layout: string; mains: number }> {
  return page.evaluate(() => {
    const hasLink = (label: string) => document.querySelector(`a[aria-label="${label}"]`) !== null;
    const isPublic = hasLink("Portolan home") && document.querySelector("header nav") !== null;
    const open = isPublic ? "header" : "none";
    const layout = hasLink("Portolan administration") ? "admin" : hasLink("Portolan start page") ? "sidebar" : open;
    return { layout, mains: document.querySelectorAll("main").length };
  });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
