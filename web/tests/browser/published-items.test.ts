import { describe, expect, it } from "vitest";
import type { PublishedItem } from "../../app/api/discover.ts";
import { checkLook, violations } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("a published item", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);

  const thing = (number: number, extra: Partial<PublishedItem> = {}): PublishedItem => ({
    kind: "chart",
    id: `c${number}`,
    title: `Rain in year ${number}`,
    author: { username: "grace" },
    updatedAt: "2026-01-05T10:00:00Z",
    isCurated: true,
    ...extra,
  });

  it("is found without an account, by type and by words", async () => {
    const { page, server, browser } = story;
    await browser.context.clearCookies();
    server.product.published = [
      thing(1),
      thing(2, { kind: "board", title: "Harbours of the south" }),
      thing(3, { kind: "portolan", title: "A year at sea" }),
    ];
    await at("/discover");
    const cards = page.getByRole("list", { name: "Published items" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(3);
    await expect
      .poll(() => page.getByRole("link", { name: "Harbours of the south" }).getAttribute("href"))
      .toBe("/boards/c2");
    await page.getByRole("button", { name: "Documents" }).click();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole("searchbox").fill("desert");
    await page.getByText("We couldn't find any items with that term. Please try again.").waitFor();
    await at("/discover-charts");
    await expect.poll(() => cards.count()).toBe(1);
    await expect
      .poll(() => cards.first().locator("img").getAttribute("src"))
      .toBe("/api/charts/c1.png?theme=light&width=352&height=204&scale=2&thumbnail=true");
  });

  it("is found by topic", async () => {
    const { page, server, browser } = story;
    await browser.context.clearCookies();
    server.product.published = [thing(1)];
    server.product.topics = [{ topic: "Climate", items: 1 }];
    server.product.topicItems = [thing(2, { title: "Glaciers of the north" })];
    await at("/discover");
    await page.getByRole("button", { name: "Climate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Climate" }).waitFor();
    await page.getByRole("link", { name: "Glaciers of the north" }).waitFor();
    expect(new URL(page.url()).search).toBe("?topic=Climate");
    await checkLook(page);
    await page.getByRole("button", { name: "Featured" }).click();
    await page.getByRole("heading", { level: 1, name: "Discover" }).waitFor();
  });

  it("loads with more items while the user scrolls", async () => {
    const { page, server } = story;
    server.product.published = Array.from({ length: 100 }, (_, index) => thing(index));
    await at("/discover");
    const cards = page.getByRole("list", { name: "Published items" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(24);
    for (let screen = 0; screen < 12; screen += 1) await page.mouse.wheel(0, 2_500);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3_000);
        return cards.count();
      })
      .toBe(100);
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  });

  it("is listed among saved items until removed, and again after undo", async () => {
    const { page, server } = story;
    server.product.saved = [
      { kind: "chart", id: "c1", title: "Rain", savedAt: "2026-01-05T10:00:00Z", author: { username: "grace" } },
    ];
    await at("/saved");
    await page.getByRole("link", { name: "Rain" }).waitFor();
    await page.getByRole("button", { name: "Remove Rain from saved items" }).click();
    await page.getByRole("heading", { name: "Nothing saved yet" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Saved again" }).waitFor();
  });

  it("appears on its author's profile", async () => {
    const { page, server, browser } = story;
    await browser.context.clearCookies();
    const none = { items: [], nextCursor: null };
    server.product.persons = [
      {
        username: "grace",
        fullName: "Grace Hopper",
        bio: "Counts things.",
        charts: { items: [thing(1, { title: "Rain" })], nextCursor: null },
        boards: none,
        portolans: none,
      },
    ];
    await at("/u/grace");
    await page.getByRole("heading", { name: "Grace Hopper" }).waitFor();
    expect(await page.title()).toBe("Grace Hopper · Portolan");
    await expect.poll(() => page.getByRole("link", { name: "Rain" }).getAttribute("href")).toBe("/charts/c1");
    await at("/u/nobody");
    await page.getByRole("heading", { name: "User not found" }).waitFor();
  });

  it("shows an error when it can't be loaded, and retries", async () => {
    const { page, server } = story;
    server.intercept = (request, response) => {
      if (!request.url?.startsWith("/api/discover")) return false;
      problem(response, 500, "internal", "Something went wrong. Try again.");
      return true;
    };
    await at("/discover");
    await page.getByText("Couldn't load this list.").waitFor();
    server.intercept = () => false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Nothing published yet" }).waitFor();
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    const { page, server } = story;
    server.product.published = [thing(1), thing(2, { kind: "board" })];
    server.product.saved = [{ kind: "chart", id: "c1", title: "Rain", author: {}, savedAt: "2026-01-05T10:00:00Z" }];
    await page.emulateMedia({ colorScheme });
    for (const path of [
      "/discover",
      "/discover-charts",
      "/saved",
      "/logo",
      "/professional-info",
      "/checkout/success",
    ]) {
      await at(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, ...(await violations(page))]).toEqual([path]);
    }
  });
});
