import { describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

describe("a new user's first chart", () => {
  const story = realStories();

  it("is drawn from a dropped table by the built-in model and survives reloads", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await person.signUp();
    const credits = await person.creditsLeft();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    const chatId = await person.askFirst("Total rain_mm by island");
    // In the middle of the answer, wherever that is.
    await page.reload();
    await person.waitForEnd();

    await page
      .getByRole("button", { name: /^(Reasoning|Thought for)/ })
      .first()
      .waitFor();
    await page.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });
    await expect.poll(() => page.getByRole("list", { name: "References" }).count()).toBeGreaterThan(0);
    await expect
      .poll(() => page.getByRole("list", { name: "Suggestions" }).getByRole("button").count())
      .toBeGreaterThan(0);
    await expect.poll(() => person.creditsLeft()).toBeLessThan(credits);
    const left = await person.creditsLeft();
    await page
      .getByRole("link", { name: /credits left/i })
      .getByText(String(left), { exact: true })
      .waitFor();

    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed"]);
    const charts = turns[0]?.blocks.filter((block) => block.type === "chart") ?? [];
    expect(charts.length).toBeGreaterThan(0);
    await expect.poll(() => page.locator('[data-block="chart"]').count()).toBe(charts.length);
    expect(charts[0]?.data?.rows.flat()).toContain("Skye");
    expect(turns[0]?.metered.credits).toBe(credits - left);

    await page.getByRole("list", { name: "References" }).getByRole("button").first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Suggestions" }).getByRole("button").first().click();
    await expect
      .poll(async () => (await person.get<Chat>(`/api/chats/${chatId}`)).turns.map((turn) => turn.outcome))
      .toEqual(["completed", "completed"]);
    expect(story.browser.errors).toEqual([]);
  });

  it("is drawn from a sample with one click", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await page.goto(`${story.server.url}/start`);
    await page.getByRole("button", { name: "Top 10 moons by radius" }).click();
    await page.waitForURL(/\/chats\//);
    await person.waitForEnd();
    await page.locator('[data-block="chart"]').first().waitFor();
    await expect.poll(() => page.title()).not.toContain("New chat");
    expect(story.browser.errors).toEqual([]);
  });
});
