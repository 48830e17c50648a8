import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { problem } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

/** Fewer keys than this lead from anything on a page to anything else on it. */
const mostTabs = 60;

describe("user journeys", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);

  async function tabTo(target: Locator) {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        const isSeen = await target.evaluate(async (element) => {
          await Promise.all(document.getAnimations().map(({ finished }) => finished));
          const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent");
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = accent;
          const accentColor = getComputedStyle(probe).color;
          probe.remove();
          // A field shows it by its own outline, or by the border of the box that it lies in.
          const around = [element, element.parentElement, element.parentElement?.parentElement];
          return around.some((each) => {
            if (!each) return false;
            const { outlineStyle, borderColor } = getComputedStyle(each);
            return outlineStyle !== "none" || borderColor === accentColor;
          });
        });
        expect(isSeen, "what has the focus is seen to have it").toBe(true);
        return;
      }
      await story.page.keyboard.press("Tab");
    }
    throw new Error(`the tab key does not lead to ${target}`);
  }

  it("work by keyboard from login to the answer, its rating, and the charts", async () => {
    const { page, server, browser } = story;
    await browser.context.clearCookies();
    server.answer = (chat) => {
      chat.add({ type: "text", markdown: "Skye is wettest." });
      chat.finish();
    };
    await at("/login");
    await page.getByLabel("Email").waitFor();
    await tabTo(page.getByLabel("Email"));
    await page.keyboard.type("ada@example.org");
    await tabTo(page.getByLabel("Password"));
    await page.keyboard.type("a sextant and a log");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Your question" }).waitFor();
    await tabTo(page.getByRole("textbox", { name: "Your question" }));
    await page.keyboard.type("Which island is wettest?");
    await page.keyboard.press("Enter");
    await page.getByText("Skye is wettest.").waitFor();
    const good = page.getByRole("button", { name: "Good answer" });
    await tabTo(good);
    await page.keyboard.press("Enter");
    await expect.poll(() => good.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Meta+k");
    await page.getByPlaceholder("Search...").waitFor();
    await page.keyboard.type("charts");
    await page.locator("[cmdk-item][data-selected=true]").filter({ hasText: "Charts" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No charts yet" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Your question" }).waitFor();
  });

  it("start with hints for a user without questions until dismissed", async () => {
    const { page, server } = story;
    await at("/start");
    const hints = page.getByRole("region", { name: "Getting started" });
    await hints.getByText("Click a question").waitFor();
    await expect
      .poll(() => hints.getByRole("link", { name: "Tell us about your work" }).getAttribute("href"))
      .toBe("/professional-info");
    await hints.getByRole("button", { name: "Dismiss" }).click();
    await hints.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("textbox", { name: "Your question" }).waitFor();
    expect(await hints.count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    server.createChat();
    await page.reload();
    await page.getByRole("heading", { name: "Recent chats" }).waitFor();
    expect(await hints.count()).toBe(0);
  });

  it("create a board from a page's URL alone", async () => {
    const { page } = story;
    await at("/start");
    await page.getByRole("textbox", { name: "Your question" }).fill("https://example.org/rain");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/boards\//);
  });

  it("skip the navigation with the skip link", async () => {
    const { page } = story;
    await at("/charts");
    await page.getByRole("heading", { name: "Charts", exact: true }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#content");
  });

  it("stay on the page while offline and continue when online", async () => {
    const { page, browser, server } = story;
    await at("/charts");
    await page.getByRole("heading", { name: "No charts yet" }).waitFor();
    await expect
      .poll(() => server.requests.some((request) => /^GET \/assets\/toaster-.*\.js$/.test(request)))
      .toBe(true);
    await browser.context.setOffline(true);
    try {
      await page.evaluate(() => Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true }));
      await page.getByRole("link", { name: "Saved" }).click();
      await page.getByText("You're offline.").waitFor();
      expect(page.url()).toMatch(/\/charts$/);
    } finally {
      await browser.context.setOffline(false);
    }
    await page.evaluate(() => Object.defineProperty(navigator, "onLine", { get: () => true, configurable: true }));
    await page.getByRole("link", { name: "Saved" }).click();
    await page.getByRole("heading", { name: "Nothing saved yet" }).waitFor();
  });

  it("return to the same answer after the session ended in its middle", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    chat.start({ text: "Tell me", sourceIds: [] }, null);
    chat.open("text");
    chat.write("The first half");
    await at(`/chats/${chat.id}`);
    await page.getByText("The first half").waitFor();
    await page.getByRole("textbox", { name: "Your message" }).fill("And then?");
    server.intercept = (request, response) => {
      if (!request.url?.startsWith("/api/")) return false;
      return problem(response, 401, "unauthenticated", "The session has ended.");
    };
    chat.cut();
    await page.getByText("Your session has ended").first().waitFor();
    server.intercept = () => false;
    if (!page.url().endsWith("/login")) await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/chats/${chat.id}`));
    chat.write(" and the second.");
    await page.getByText("The first half and the second.").waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("And then?");
  });

  it("read from right to left for right-to-left text", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    chat.rename("أمطار الجزر");
    chat.start({ text: "أي جزيرة هي الأكثر مطرًا؟", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "**سكاي** هي الأكثر مطرًا.\n\n- أولًا\n- ثانيًا" });
    chat.add({
      type: "chart",
      chartId: "c1",
      version: 1,
      kind: "plot",
      title: "سكاي هي الأكثر مطرًا",
      description: "",
      spec: {
        mark: "bar",
        encoding: { y: { field: "جزيرة", type: "nominal" }, x: { field: "مطر", type: "quantitative" } },
      },
      data: {
        columns: [
          { name: "جزيرة", type: "string" },
          { name: "مطر", type: "integer" },
        ],
        rows: [
          ["سكاي", 1_810],
          ["مول", 1_620],
        ],
        truncated: false,
      },
      query: null,
      encodingNotes: [],
    });
    chat.finish();
    await page.setViewportSize({ width: 390, height: 844 });
    await at(`/chats/${chat.id}`);
    await page.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });
    const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction);
    expect(await directionOf(page.locator('[data-block="text"]'))).toBe("rtl");
    expect(await directionOf(page.getByRole("article").getByText("أي جزيرة هي الأكثر مطرًا؟"))).toBe("rtl");
    await expect.poll(() => page.locator('[data-block="chart"] svg[role] text').allTextContents()).toContain("سكاي");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
