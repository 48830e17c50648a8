import { describe, expect, it, onTestFinished, vi } from "vitest";
import { seededAt, seedServer } from "./double/furnish.ts";
import { addressesOf, openPage } from "./every-page.ts";
import { comparePictures, opening, takePictures } from "./pictures.ts";
import { scriptedStories } from "./scripted-story.ts";

/** Leads elsewhere at once. */
const isLeftOut = (path: string) => path === "/plans" || path === "/settings";

/** Parts that appear after a page has loaded. */
const lateParts = [{ path: /^\/boards\/(?!new)./, selector: "[data-picture=drawn]" }];

describe("every page", () => {
  const story = scriptedStories();

  async function look(pages: (server: typeof story.server) => [name: string, path: string][]) {
    // Fixes the dates of server answers; timers keep running.
    vi.useFakeTimers({ toFake: ["Date"], now: seededAt });
    onTestFinished(() => void vi.useRealTimers());
    const { page, browser, server } = story;
    const drawer = await browser.newPage();
    await page.bringToFront();
    await page.clock.setFixedTime(seededAt);
    await page.emulateMedia({ reducedMotion: "reduce" });
    // Compared while the next page is opened.
    const comparisons: Promise<string | null>[] = [];
    for (const [name, path] of pages(server)) {
      server.requests.length = 0;
      await page.setViewportSize(opening);
      await openPage(story, page, path);
      // Waits for the parts that load on idle.
      await expect.poll(() => server.requests.some((request) => request.startsWith("GET /builds/meta/"))).toBe(true);
      const late = lateParts.find((part) => part.path.test(path));
      comparisons.push(comparePictures(name, await takePictures(page, late?.selector), drawer));
    }
    const different = await Promise.all(comparisons);
    expect(different.filter((found) => found !== null)).toEqual([]);
  }

  it("matches its screenshot for a returning user", async () => {
    await look((server) => {
      const parameters = seedServer(server);
      const addresses = addressesOf(parameters).filter((path) => !isLeftOut(path));
      const names = addressesOf(Object.fromEntries(Object.keys(parameters).map((name) => [name, "one"])));
      const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "home";
      return names.filter((path) => !isLeftOut(path)).map((path, place) => [nameOf(path), addresses[place] ?? path]);
    });
  }, 900_000);

  it("matches its screenshot for a new user", async () => {
    const paths = ["/start", "/charts", "/boards", "/portolans", "/saved", "/discover", "/admin/latest-chats"];
    await look((server) => {
      server.product.isAdmin = true;
      return paths.map((path) => [`${path.slice(1).replaceAll("/", "-")}-empty`, path]);
    });
  }, 300_000);
});
