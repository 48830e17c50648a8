import { describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

describe("a returning user", () => {
  const story = realStories();

  it("finds their chats and charts and continues asking", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await person.signUp();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    const chatId = await person.askFirst("Total rain_mm by island");
    await person.waitForEnd();
    const title = (await person.get<Chat>(`/api/chats/${chatId}`)).title;

    await page.goto(`${story.server.url}/logout`);
    await page.getByRole("heading", { name: "You're signed out" }).waitFor();
    await page.goto(`${story.server.url}/chats/${chatId}`);
    await page.waitForURL(/\/login$/);
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.keyboard.press("Enter");
    // Back to the page requested before signing in.
    await page.waitForURL(new RegExp(`/chats/${chatId}$`));
    await page.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });

    await page.goto(`${story.server.url}/`);
    await page.waitForURL(/\/start$/);
    expect(await page.getByRole("region", { name: "Getting started" }).count()).toBe(0);
    await page.getByRole("heading", { name: "Recent charts" }).waitFor();
    await page.getByRole("region", { name: "Recent chats" }).getByRole("link", { name: title }).click();
    await page.waitForURL(new RegExp(`/chats/${chatId}$`));
    await person.ask("by month instead");
    await expect
      .poll(async () => (await person.get<Chat>(`/api/chats/${chatId}`)).turns.map((turn) => turn.outcome))
      .toEqual(["completed", "completed"]);
    expect(story.browser.errors).toEqual([]);
  });
});
