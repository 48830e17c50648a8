import { describe, expect, it, onTestFinished, vi } from "vitest";
import { seededAt, seedServer } from "./double/furnish.ts";
import { addressesOf, openPage } from "./every-page.ts";
import { comparePictures, isDifferent, opening, takePicture, takePictures, widths } from "./pictures.ts";
import { scriptedStories } from "./scripted-story.ts";

/** Leads elsewhere at once. */
const isLeftOut = (path: string) => path === "/plans" || path === "/settings";

/** Parts that appear after a page has loaded. */
const lateParts = [{ path: /^\/boards\/(?!new)./, selector: "[data-picture=drawn]" }];

describe("every page", () => {
  const story = scriptedStories();

  /** Fixes the time; answers with the page and another that compares. */
  async function prepare() {
    const { page, browser } = story;
    const drawer = await browser.newPage();
    await page.bringToFront();
    // Before the time here is fixed: the page would run its timers ahead by the difference of the two clocks.
    await page.clock.setFixedTime(seededAt);
    // Fixes the dates of server answers; timers keep running.
    vi.useFakeTimers({ toFake: ["Date"], now: seededAt });
    onTestFinished(() => void vi.useRealTimers());
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    // A picture of a whole page takes the scrollbar away, and not for that picture only.
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { scrollbar-width: none }");
      document.adoptedStyleSheets.push(sheet);
    });
    return { page, drawer };
  }

  async function openWhole(path: string) {
    const { page, server } = story;
    server.requests.length = 0;
    await page.setViewportSize(opening);
    await openPage(story, page, path);
    // Waits for the parts that load on idle.
    await expect.poll(() => server.requests.some((request) => request.startsWith("GET /builds/meta/"))).toBe(true);
  }

  async function look(pages: (server: typeof story.server) => [name: string, path: string][]) {
    const { page, drawer } = await prepare();
    // Compared while the next page is opened.
    const comparisons: Promise<string | null>[] = [];
    for (const [name, path] of pages(story.server)) {
      await openWhole(path);
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

  it("differs from its screenshot without any one of its controls", async () => {
    const { page, drawer } = await prepare();
    const { chatId } = seedServer(story.server);
    const pages: [name: string, path: string][] = [
      ["charts", "/charts"],
      ["charts-one", "/charts/c1"],
      ["chats-one", `/chats/${chatId}`],
      ["settings-security", "/settings/security"],
      ["admin-user-feedback", "/admin/user-feedback"],
      ["pricing", "/pricing"],
    ];
    const unseen: string[] = [];
    let count = 0;
    for (const [name, path] of pages) {
      await openWhole(path);
      for (const width of widths) {
        await page.setViewportSize({ ...opening, width });
        await takePicture(page);
        if (width === 768) continue;
        expect(await isDifferent(name, width, page, drawer), `${name} at ${width}`).toBe(false);
        const controls = await page.evaluate(numberControls);
        count += controls.length;
        for (const [place, control] of controls.entries()) {
          const element = page.locator(`[data-control="${place}"]`);
          await element.evaluate((node) =>
            (node as HTMLElement).style.setProperty("visibility", "hidden", "important"),
          );
          if (!(await isDifferent(name, width, page, drawer))) unseen.push(`${name} at ${width}: ${control}`);
          await element.evaluate((node) => (node as HTMLElement).style.removeProperty("visibility"));
        }
      }
    }
    expect(unseen).toEqual([]);
    expect(count).toBeGreaterThan(150);
  }, 300_000);

  it("matches its screenshot for a new user", async () => {
    const paths = ["/start", "/charts", "/boards", "/portolans", "/saved", "/discover", "/admin/latest-chats"];
    await look((server) => {
      server.product.isAdmin = true;
      return paths.map((path) => [`${path.slice(1).replaceAll("/", "-")}-empty`, path]);
    });
  }, 300_000);
});

/** In the browser: marks the controls that a reader sees with numbers; answers with their names. */
function numberControls(): string[] {
  for (const old of document.querySelectorAll("[data-control]")) old.removeAttribute("data-control");
  const isSeen = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const frame = around.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    const smallest = 8;
    const isLargeEnough = right - left >= smallest && bottom - top >= smallest && bottom > 0;
    return isLargeEnough && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea")].filter(isSeen);
  return controls.map((control, place) => {
    control.setAttribute("data-control", String(place));
    return (control.getAttribute("aria-label") ?? control.textContent) || control.tagName;
  });
}
