import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { json } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("after a page has loaded", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);
  const asked = (path: string) => story.server.requests.filter((request) => request.startsWith(`GET ${path}`)).length;

  it("loads a newer build at the next navigation, but not again within 10 s", async () => {
    const { page, server } = story;
    server.intercept = (request, response) => {
      if (request.url !== "/builds/latest.json") return false;
      return json(response, 200, { buildId: "another" });
    };
    await at("/pricing");
    await expect.poll(() => asked("/builds/meta/")).toBe(1);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => asked("/builds/latest.json")).toBe(1);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const isSame = () => page.evaluate(() => Reflect.get(window, "isSame") === true);
    expect(await isSame()).toBe(true);
    await page.getByRole("link", { name: "About" }).first().click();
    await page.waitForURL(/\/about$/);
    await expect.poll(isSame).toBe(false);
    await page.getByRole("heading", { name: "Charts for finding your way" }).waitFor();

    await expect.poll(() => asked("/builds/meta/")).toBe(2);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => asked("/builds/latest.json")).toBe(2);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.getByRole("link", { name: "Contact" }).first().click();
    await page.waitForURL(/\/contact$/);
    expect(await isSame()).toBe(true);
  });

  it("prefetches a page when its link is hovered, but not in data-saver mode", async () => {
    const { page, browser, server } = story;
    await browser.context.clearCookies();
    const fetched = (on: Page) =>
      on.evaluate(() => document.querySelectorAll('link[rel="modulepreload"][href*="contact"]').length);
    await at("/about");
    await expect.poll(() => asked("/builds/meta/")).toBe(1);
    await page.getByRole("link", { name: "Contact" }).first().hover();
    await expect.poll(() => fetched(page)).toBeGreaterThan(0);
    // Includes the imports of the page's own file.
    await expect.poll(() => page.locator('link[rel="modulepreload"][href*="use-form"]').count()).toBe(1);

    const careful = await browser.newPage();
    await careful.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true, effectiveType: "4g" }) }),
    );
    await careful.goto(`${server.url}/about`);
    await expect.poll(() => asked("/builds/meta/")).toBe(2);
    await careful.getByRole("link", { name: "Contact" }).first().hover();
    await careful.getByRole("link", { name: "Pricing" }).first().hover();
    expect(await fetched(careful)).toBe(0);
  });

  it.each(["/nothing-here", "/charts/not%20an%20id"])(
    "turns the loading bar to the error color at %s",
    async (path) => {
      const { page } = story;
      await at("/about");
      await expect.poll(() => asked("/builds/meta/")).toBe(1);
      await page.evaluate((to) => {
        const watched = { sawError: false };
        Object.assign(window, { watched });
        const look = () => {
          const bar = document.querySelector(".bg-danger.fixed");
          if (bar?.checkVisibility() && bar.classList.contains("opacity-100")) watched.sawError = true;
        };
        const options = { subtree: true, childList: true, attributes: true };
        new MutationObserver(look).observe(document.documentElement, options);
        type Router = { navigate: (path: string) => Promise<void> };
        void (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(to);
      }, path);
      await page.getByText("Oops! Nothing to see here.").waitFor();
      const sawError = () =>
        page.evaluate(() => (window as unknown as { watched: { sawError: boolean } }).watched.sawError);
      await expect.poll(sawError).toBe(true);
    },
  );

  it("counts page views and users only with a key, and never with Do Not Track", async () => {
    const { browser, server } = story;
    const events: { event: string; properties: Record<string, unknown> }[] = [];
    server.product.analytics = { key: "phc_key", host: `${server.url}/counted` };
    server.interceptBytes = (request, response, body) => {
      if (!request.url?.startsWith("/counted")) return false;
      if (request.url.includes("/e/")) events.push(...eventsIn(body));
      return json(response, 200, { status: 1 });
    };
    const names = () => events.map(({ event }) => event);
    const page = await browser.newPage();
    // Programs are not counted: this one says that it is a user's browser.
    await page.addInitScript(() => {
      const agent = navigator.userAgent.replace("HeadlessChrome", "Chrome");
      Object.defineProperty(navigator, "userAgent", { get: () => agent });
      Object.defineProperty(navigator, "userAgentData", { get: () => undefined });
      Object.defineProperty(navigator, "webdriver", { get: () => false });
    });
    await page.goto(`${server.url}/pricing?from=mail`);
    await expect.poll(names).toContain("$pageview");
    await page.getByRole("link", { name: "About" }).first().click();
    await expect.poll(() => names().filter((name) => name === "$pageview").length).toBe(2);
    const views = events.filter(({ event }) => event === "$pageview").map(({ properties }) => properties.$current_url);
    expect(views).toEqual([`${server.url}/pricing?from=mail`, `${server.url}/about`]);
    expect(names()).toContain("$identify");

    events.length = 0;
    const private_ = await browser.newPage();
    await private_.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { get: () => "1" }));
    await private_.goto(`${server.url}/pricing`);
    await expect.poll(() => asked("/builds/meta/")).toBe(2);
    await private_.getByRole("link", { name: "About" }).first().click();
    await private_.getByRole("heading", { name: "Charts for finding your way" }).waitFor();
    expect(events).toEqual([]);
  });
});

/** The library packs its events in one of several ways. */
function eventsIn(body: Buffer): { event: string; properties: Record<string, unknown> }[] {
  const text = body[0] === 0x1f ? gunzipSync(body).toString() : body.toString();
  const form = text.startsWith("data=") ? new URLSearchParams(text).get("data") : null;
  const parsed = JSON.parse(form === null ? text : Buffer.from(form, "base64").toString());
  return Array.isArray(parsed) ? parsed : (parsed.batch ?? [parsed]);
}
