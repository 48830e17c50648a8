import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { seedServer } from "./double/furnish.ts";
import { addressesOf, openPage } from "./every-page.ts";
import { scriptedStories } from "./scripted-story.ts";

/** Each theme and each width once: what a theme colors doesn't depend on the width. */
const looks = [
  [1440, "light"],
  [390, "dark"],
] as const;

describe("every page", () => {
  const story = scriptedStories();

  async function open(page: Page, path: string) {
    const { product } = story.server;
    product.isAdmin = true;
    const none = { items: [], nextCursor: null };
    product.persons = [{ username: "grace", fullName: "Grace", charts: none, boards: none, portolans: none }];
    await openPage(story, page, path);
  }

  // That it fits into every width is seen when its pictures are taken; without content it is opened by `pages.test.ts`.
  it("is accessible with content, in both themes, on desktop and phone", async () => {
    const { page, server } = story;
    const addresses = addressesOf(seedServer(server)).filter((path) => !["/plans", "/settings"].includes(path));
    expect(addresses.length).toBeGreaterThan(30);
    const found: unknown[] = [];
    for (const [width, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const path of addresses) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openPage(story, page, path);
        await page.setViewportSize({ width, height: 900 });
        const here = await violations(page);
        if (here.length > 0) found.push([path, width, colorScheme, ...here]);
        const folder = process.env.PORTOLAN_SCREENSHOTS;
        const name = path.slice(1).replaceAll("/", "-") || "home";
        if (folder) await page.screenshot({ path: `${folder}/page-${name}-${width}-${colorScheme}.png` });
      }
    }
    expect(found).toEqual([]);
  }, 600_000);

  it("respects reduced motion and increased contrast", async () => {
    const { page } = story;
    await page.emulateMedia({ reducedMotion: "reduce", contrast: "more" });
    for (const path of ["/", "/start", "/charts", "/settings"]) {
      await open(page, path);
      const longest = await page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll("*")].map((element) => {
            const { animationDuration, transitionDuration } = getComputedStyle(element);
            return Math.max(Number.parseFloat(animationDuration), Number.parseFloat(transitionDuration));
          }),
        ),
      );
      expect([path, longest <= 0.001]).toEqual([path, true]);
      expect([path, ...(await violations(page))]).toEqual([path]);
    }
  });
});
