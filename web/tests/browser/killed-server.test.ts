import { describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { remoteStories } from "./remote-story.ts";

describe("an answer whose server is killed", () => {
  const story = remoteStories("tokens=500,reasoning=20,interval=15");

  it("pauses and finishes when the server restarts", async () => {
    const { page } = story.person;
    const before = await story.person.creditsLeft();
    const chatId = await story.person.askFirst("Tell me at length");
    const other = await story.browser.newPage();
    await other.goto(page.url());
    const texts = [page, other].map((tab) => tab.locator('[data-block="text"]').last());
    for (const text of texts)
      await expect.poll(async () => (await text.textContent())?.length ?? 0).toBeGreaterThan(60);

    await story.server.kill();
    // Nothing that was read goes away, nothing says that the answer failed, and it can still be stopped.
    for (const tab of [page, other]) await tab.getByText(/^Reconnecting.*nothing is lost/).waitFor();
    for (const text of texts) expect((await text.textContent())?.length).toBeGreaterThan(60);
    await page.getByRole("button", { name: "Stop" }).waitFor();

    await story.server.startAgain();
    await story.person.waitForEnd();
    await other.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    for (const tab of [page, other])
      await tab.getByText(/^Reconnecting.*nothing is lost/).waitFor({ state: "detached" });
    const { turns } = await story.person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed"]);
    const [shown, alsoShown] = await Promise.all(texts.map((text) => text.textContent()));
    expect(alsoShown).toBe(shown);
    expect(before - (await story.person.creditsLeft())).toBe(turns[0]?.metered.credits);
    expect(story.browser.errors).toEqual([]);

    // The streamed answer equals the stored one.
    await page.reload();
    await expect.poll(() => texts[0]?.textContent()).toBe(shown);
  });
});
