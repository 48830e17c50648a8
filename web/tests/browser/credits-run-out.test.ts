import { describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { remoteStories } from "./remote-story.ts";

describe("a user who runs out of credits", () => {
  // One long answer costs most of what is there; the next one could cost more than what is left.
  const story = remoteStories("tokens=3500", { PORTOLAN_MODEL_INPUT_PRICE: "0", PORTOLAN_MODEL_OUTPUT_PRICE: "24000" });

  it("sees the reason, keeps the question, and finds plans and every charge", async () => {
    const { person, browser } = story;
    const { page } = person;
    const chatId = await person.askFirst("Tell me all of it");
    await person.waitForEnd();
    expect(await person.creditsLeft()).toBeLessThan(150);

    await person.ask("And the rest?");
    await page.getByText("You've used all credits for this period").waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("And the rest?");
    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed"]);
    await page.reload();
    await expect.poll(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("And the rest?");

    await page.goto(`${new URL(page.url()).origin}/settings#usage`);
    await page.locator(`#usage a[href*="/chats/${chatId}"]`).first().waitFor();
    await page.goto(`${new URL(page.url()).origin}/chats/${chatId}`);
    await person.ask("And the rest?");
    await page.getByRole("link", { name: "See plans", exact: true }).first().click();
    await page.waitForURL(/\/pricing$/);
    await page.getByRole("heading", { name: "Pro" }).waitFor();
    expect(browser.errors).toEqual([]);
  });
});
