import { describe, expect, it } from "vitest";
import type { UsageEntry } from "../../app/api/plan.ts";
import { violations } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

const TURN_ID = "019b0000-0000-7000-8000-000000000000";

describe("credits, alerts, and search", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);

  const entry = (number: number, extra: Partial<UsageEntry> = {}): UsageEntry => ({
    number,
    kind: "charge",
    amount: -3,
    balanceAfter: 500 - number * 3,
    description: `Answer ${number}`,
    createdAt: "2026-01-05T10:00:00Z",
    ...extra,
  });

  it("explain every charge with its chat and mark estimates", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    const entries = Array.from({ length: 30 }, (_, index) => entry(30 - index));
    server.product.usage = [
      entry(31, { estimated: true, chatId: chat.id, turnId: "t1", question: "How much rain fell?" }),
      ...entries,
    ];
    await at("/settings#usage");
    await page.waitForURL(/\/settings\/usage#usage$/);
    const table = page.getByRole("table");
    await table.getByText("Estimated").waitFor();
    await expect
      .poll(() => table.getByRole("link", { name: "How much rain fell?" }).getAttribute("href"))
      .toBe(`/chats/${chat.id}#t1`);
    await expect.poll(() => table.getByRole("row").count()).toBe(26);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(32);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  it("cancel a plan at the end of its period and resume it", async () => {
    const { page } = story;
    await at("/settings/usage");
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await page.getByRole("button", { name: "Cancel at end of period" }).click();
    await page.getByText("Ends on").waitFor();
    await page.getByRole("button", { name: "Keep plan" }).click();
    await page.getByRole("button", { name: "Cancel plan" }).waitFor();
  });

  it("update the plan in every tab and show an alert in the active tab only", async () => {
    const { page, server, browser } = story;
    await at("/start");
    const other = await browser.newPage();
    await other.goto(`${server.url}/charts`);
    await expect.poll(() => server.product.userStreamCount).toBe(1);
    for (const tab of [page, other]) await tab.getByRole("progressbar", { name: "Credits left" }).waitFor();
    server.product.tellPlan({ creditsLeft: 100, percentUsage: 80 });
    for (const tab of [page, other]) await tab.getByText("100", { exact: true }).waitFor();
    await other.bringToFront();
    server.product.tellNotification("usage_80", "80 % of your credits are used", "100 of 500 are left.");
    const alert = other.getByRole("alert").filter({ hasText: "80 % of your credits are used" });
    await alert.waitFor();
    server.product.tellNotification("usage_100", "Your credits are used up", "They renew on the first.");
    await other.getByRole("alert").filter({ hasText: "Your credits are used up" }).waitFor();
    expect(await alert.count()).toBe(0);
    server.product.tellNotification("usage_80", "80 % of your credits are used", "100 of 500 are left.");
    await alert.waitFor();
    server.product.tellPlan({ creditsLeft: 0, percentUsage: 100, usageLimitReached: true });
    for (const tab of [page, other]) await tab.getByText("Out of credits").waitFor();
    await other.getByRole("link", { name: "See usage" }).click();
    await other.waitForURL(/\/settings\/usage$/);
    await other.getByText("You've used all credits for this period.").waitFor();
  });

  it("find messages in the sidebar and open their turn on its branch", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    chat.rename("Islands");
    const first = chat.start({ text: "Rain on Skye in spring", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "Much rain." });
    chat.finish();
    chat.start({ text: "Another beginning", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "The newest branch." });
    chat.finish();
    await at("/charts");
    await page.getByRole("searchbox", { name: "Search your chats" }).fill("Skye");
    const hit = page.getByRole("list", { name: "Matching chats" }).getByRole("link");
    await hit.waitFor();
    await expect.poll(() => hit.locator("mark").textContent()).toBe("Skye");
    await hit.click();
    await page.waitForURL(new RegExp(`/chats/${chat.id}#${first}`));
    await page.getByText("Much rain.").waitFor();
  });

  it("find chats and charts in the palette", async () => {
    const { page, server } = story;
    server.product.hits = Array.from({ length: 24 }, (_, index) => ({
      kind: index % 2 === 0 ? ("chat" as const) : ("chart" as const),
      id: `h${index}`,
      title: `Hit ${index}`,
      snippet: "so much \ue000rain\ue001 fell",
      turnId: TURN_ID,
      updatedAt: "2026-01-05T10:00:00Z",
    }));
    await at("/charts");
    await page.getByRole("button", { name: "Search", exact: false }).first().waitFor();
    await page.keyboard.press("Meta+k");
    await page.getByPlaceholder("Search...").fill("rain");
    await page.getByRole("dialog").getByText("Chats", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("option", { name: /Hit/ }).count()).toBe(24);
    await expect.poll(() => page.getByRole("option", { name: /Hit 0/ }).locator("mark").textContent()).toBe("rain");
    expect(server.requests.filter((request) => request === "GET /api/search").length).toBeLessThan(3);
    await page.getByRole("option", { name: /Hit 2 / }).click();
    await page.waitForURL(new RegExp(`/chats/h2#${TURN_ID}$`));
    await page.getByRole("heading", { name: "Chat not found" }).waitFor();
  });

  it("list only commands in the palette until something is typed", async () => {
    const { page, server } = story;
    const updatedAt = "2026-01-05T10:00:00Z";
    server.product.hits = [{ kind: "chart", id: "c1", title: "A year at sea", updatedAt }];
    await at("/charts");
    await page.getByText("Credits left").first().waitFor();
    await page.keyboard.press("Meta+k");
    await page.getByRole("option", { name: "Log out" }).waitFor();
    const labels = await page.getByRole("option").allTextContents();
    expect(labels).toEqual(["New", "Boards", "Charts", "Profile", "Pricing", "Settings", "Log out", "Light", "Dark"]);
    await page.getByPlaceholder("Search...").fill("sea");
    await page.getByRole("option", { name: "A year at sea" }).click();
    await page.waitForURL(/\/charts\/c1$/);
    await page.keyboard.press("Meta+k");
    await page.getByPlaceholder("Search...").waitFor();
    await page.keyboard.press("Escape");
    await page.getByPlaceholder("Search...").waitFor({ state: "detached" });
  });

  it("show the shortcuts on a question mark, but not while typing", async () => {
    const { page } = story;
    await at("/settings");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Search your chats" }).press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("heading", { name: "Settings" }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.waitForURL(/\/charts$/);
  });
});
