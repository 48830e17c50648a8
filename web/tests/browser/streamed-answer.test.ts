import { describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { ISLAND_RAIN } from "./person.ts";
import { remoteStories } from "./remote-story.ts";

describe("an answer of a remote model", () => {
  const story = remoteStories("tokens=600,reasoning=40,interval=15");

  const text = () => story.person.page.locator('[data-block="text"]').last();
  const lengthOfText = async () => (await text().textContent())?.length ?? 0;

  it("continues after a reload in its middle, and keeps the partial text when stopped", async () => {
    const { page } = story.person;
    const chatId = await story.person.askFirst("Tell me at length");
    await page.getByText("Thinking…").or(text()).first().waitFor();
    await expect.poll(lengthOfText).toBeGreaterThan(200);
    const before = (await text().textContent()) ?? "";
    await page.reload();
    await expect.poll(lengthOfText).toBeGreaterThan(before.length);
    expect(((await text().textContent()) ?? "").startsWith(before.slice(0, 150))).toBe(true);

    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. The partial answer is saved.").waitFor();
    const kept = await text().textContent();
    const [turn] = (await story.person.get<Chat>(`/api/chats/${chatId}`)).turns;
    expect(turn?.outcome).toBe("cancelled");
    await page.reload();
    await page.getByText("Stopped.").waitFor();
    expect(await text().textContent()).toBe(kept);
  });

  it("is the same in a second tab opened in its middle", async () => {
    await story.person.ask("Tell me more");
    await expect.poll(lengthOfText).toBeGreaterThan(100);
    const other = await story.browser.newPage();
    await other.goto(story.person.page.url());
    const otherText = other.locator('[data-block="text"]').last();
    await expect.poll(async () => (await otherText.textContent())?.length ?? 0).toBeGreaterThan(300);
    await story.person.waitForEnd();
    await other.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    expect(await otherText.textContent()).toBe(await text().textContent());
    await other.close();
  });

  it("draws a chart with tool calls", async () => {
    const { page } = story.person;
    await page.goto(`${story.server.url}/start`);
    await story.person.addTable("island-rain.csv", ISLAND_RAIN);
    await story.person.askFirst("Rows by island [[mock chart,interval=10]]");
    await page.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });
    await story.person.waitForEnd();
    await page.getByRole("button", { name: "As a table" }).waitFor();
    expect(story.browser.errors).toEqual([]);
  });
});
