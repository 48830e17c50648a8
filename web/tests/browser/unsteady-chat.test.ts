import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { Browser } from "./browser.ts";
import { problem } from "./double/answers.ts";
import type { ScriptedChat } from "./double/scripted-chat.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

/** Scripts failures that a healthy server can't produce; the other stories run on the real one. */
describe("a chat with an unreliable server", () => {
  let browser: Browser;
  let server: ScriptedServer;
  let chat: ScriptedChat;
  let page: Page;

  beforeAll(async () => {
    browser = await Browser.launch();
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    server = await ScriptedServer.start();
    chat = server.createChat();
    await browser.context.clearCookies();
    await browser.context.addCookies([server.sessionCookie]);
    page = await browser.newPage();
  });

  afterEach(async () => {
    for (const open of browser.context.pages().slice(1)) await open.close();
    await server.close();
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const openChat = (on: Page = page) => on.goto(`${server.url}/chats/${chat.id}`);
  const answerText = (on: Page = page) => on.locator('[data-block="text"]').last();
  const message = () => page.getByRole("textbox", { name: "Your message" });

  async function send(text: string) {
    await message().fill(text);
    await message().press("Enter");
  }

  async function waitForText(text: string, on: Page = page) {
    await expect.poll(() => answerText(on).textContent()).toBe(text);
  }

  function ask(text = "Which island is wetter?"): string {
    return chat.start({ text, sourceIds: [] }, null);
  }

  it("continues where the connection was cut, without duplicates", async () => {
    ask();
    chat.open("text");
    chat.write("Skye is 🧭");
    await openChat();
    await waitForText("Skye is 🧭");
    let text = "Skye is 🧭";
    for (const word of [" wetter", " than", " Mull."]) {
      chat.cut();
      chat.write(word);
      text += word;
      await waitForText(text);
    }
    await waitForText("Skye is 🧭 wetter than Mull.");
    chat.close({ type: "text", markdown: "Skye is 🧭 wetter than Mull." });
    chat.finish();
    await page.getByText("3 credits").waitFor();
  });

  it("shows a discreet reconnecting notice and recovers", async () => {
    ask();
    await openChat();
    await expect.poll(() => chat.streamCount).toBe(1);
    let refusedCount = 0;
    server.intercept = (request, response) => {
      if (!request.url?.includes("/events")) return false;
      refusedCount += 1;
      response.destroy();
      return true;
    };
    chat.cut();
    await page.getByText("Reconnecting").waitFor();
    // After so many it waits for seconds by itself: time enough to press the button.
    await expect.poll(() => refusedCount, { interval: 20, timeout: 15_000 }).toBeGreaterThanOrEqual(5);
    chat.open("text");
    chat.write("All of it.");
    server.intercept = () => false;
    await page.getByRole("button", { name: "Retry now" }).click();
    await waitForText("All of it.");
    await page.getByText("Reconnecting").waitFor({ state: "detached" });
  });

  it("continues after a reload in the middle of a block", async () => {
    ask();
    chat.open("thinking");
    chat.write("Which columns are there?");
    await openChat();
    await page.getByText("Which columns are there?").waitFor();
    await page.reload();
    await page.getByText("Which columns are there?").waitFor();
    chat.close({ type: "thinking", markdown: "Which columns are there?", durationMs: 2_000 });
    await page.getByRole("button", { name: "Thought for 2 seconds" }).waitFor();
    await expect.poll(() => page.locator('[data-block="thinking"]').count()).toBe(1);
  });

  it("replaces a block that is written again", async () => {
    ask();
    await openChat();
    chat.open("text");
    chat.write("A half sen");
    await waitForText("A half sen");
    chat.discard();
    chat.open("text");
    chat.write("A whole sentence.");
    await waitForText("A whole sentence.");
    await expect.poll(() => page.locator('[data-block="text"]').count()).toBe(1);
  });

  it("shares one connection among all tabs, which outlives its owner", async () => {
    ask();
    chat.open("text");
    chat.write("One");
    await openChat();
    const others = await Promise.all([browser.newPage(), browser.newPage(), browser.newPage()]);
    for (const other of others) await openChat(other);
    for (const other of others) await waitForText("One", other);
    expect(chat.streamCount).toBe(1);
    chat.write(" two");
    for (const other of others) await waitForText("One two", other);
    await page.close();
    chat.write(" three");
    for (const other of others) await waitForText("One two three", other);
    await expect.poll(() => chat.streamCount).toBe(1);
  });

  it("reports an ended session and keeps the text", async () => {
    ask();
    await openChat();
    await expect.poll(() => chat.streamCount).toBe(1);
    await message().fill("And then?");
    server.intercept = (request, response) => {
      if (!request.url?.startsWith("/api/chats")) return false;
      problem(response, 401, "unauthenticated", "The session has ended.");
      return true;
    };
    chat.cut();
    await page.getByText("Your session has ended").waitFor();
    await expect.poll(() => message().inputValue()).toBe("And then?");
  });

  it("explains that credits are used up and keeps the draft", async () => {
    server.product.plan = { ...server.product.plan, usageLimitReached: true, creditsLeft: 0 };
    await openChat();
    await send("Which island is wetter?");
    await page.getByText("You've used all credits for this period").waitFor();
    await expect.poll(() => message().inputValue()).toBe("Which island is wetter?");
    await expect
      .poll(() => page.getByRole("link", { name: "See plans", exact: true }).getAttribute("href"))
      .toBe("/pricing");
    await page.reload();
    await expect.poll(() => message().inputValue()).toBe("Which island is wetter?");
  });

  it("sends once when the response was lost", async () => {
    const sent: string[] = [];
    server.intercept = (request, response) => {
      if (!request.url?.endsWith("/messages")) return false;
      sent.push(String(request.headers["idempotency-key"]));
      if (sent.length > 1) return false;
      response.destroy();
      return true;
    };
    await openChat();
    await send("Which island is wetter?");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(sent.length).toBe(2);
    expect(new Set(sent).size).toBe(1);
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await expect.poll(() => message().inputValue()).toBe("");
  });

  it("branches when a message is edited or an answer regenerated", async () => {
    server.answer = (asked, text) => {
      asked.add({ type: "text", markdown: `Answer ${asked.snapshot().turns.length} to: ${text}` });
      asked.finish();
    };
    await openChat();
    await send("First question");
    await waitForText("Answer 1 to: First question");
    await page.getByRole("button", { name: "Regenerate" }).click();
    await waitForText("Answer 2 to: First question");
    await page.getByRole("article").getByText("First question", { exact: true }).hover();
    await page.getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Edit your message" }).fill("Other question");
    await page.keyboard.press("Enter");
    await waitForText("Answer 3 to: Other question");
    const branches = page.getByRole("group", { name: "Branches" });
    await expect.poll(() => branches.textContent()).toContain("3/3");
    await branches.getByRole("button", { name: "Previous branch" }).click();
    await waitForText("Answer 2 to: First question");
    await branches.getByRole("button", { name: "Previous branch" }).click();
    await waitForText("Answer 1 to: First question");
    await send("Second question");
    await waitForText("Answer 4 to: Second question");
    expect(chat.snapshot().turns[3]?.parentTurnId).toBe(chat.snapshot().turns[0]?.turnId);
  });

  it("keeps the question at the top while the answer grows, and follows the end on request", async () => {
    ask();
    chat.open("text");
    chat.write("Begin.\n\n");
    await openChat();
    for (let line = 0; line < 80; line += 1) chat.write(`Line ${line} of many.\n\n`);
    await page.getByText("Line 79 of many.").waitFor();
    const place = () => page.evaluate(() => scrollY);
    const before = await place();
    for (let line = 80; line < 120; line += 1) chat.write(`Line ${line} of many.\n\n`);
    await page.getByText("Line 119 of many.").waitFor();
    expect(await place()).toBe(before);
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 300);
    await expect.poll(place).toBeGreaterThan(before);
    const read = await place();
    for (let line = 120; line < 160; line += 1) chat.write(`Line ${line} of many.\n\n`);
    await page.getByText("Line 159 of many.").waitFor();
    expect(await place()).toBe(read);

    await page.getByRole("button", { name: "Follow answer" }).click();
    const isAtEnd = (text: string) =>
      page.evaluate((wanted) => {
        const composer = document.querySelector("form textarea")?.closest("form")?.getBoundingClientRect().top ?? 0;
        const end = [...document.querySelectorAll("p")].find((paragraph) => paragraph.textContent === wanted);
        const { top = -1, bottom = -1 } = end?.getBoundingClientRect() ?? {};
        return top > 0 && bottom <= composer;
      }, text);
    await expect.poll(() => isAtEnd("Line 159 of many.")).toBe(true);
    chat.write("The very end.\n\n");
    await expect.poll(() => isAtEnd("The very end.")).toBe(true);
    await page.mouse.wheel(0, -900);
    await expect.poll(() => isAtEnd("The very end.")).toBe(false);
    const up = await place();
    chat.write("After the end.\n\n");
    await page.getByText("After the end.").waitFor();
    expect(await place()).toBe(up);
  });

  it("renders only the last turns of a chat of a thousand turns", async () => {
    let parent: string | null = null;
    for (let turn = 0; turn < 1_000; turn += 1) {
      parent = chat.start({ text: `Question ${turn}`, sourceIds: [] }, parent);
      chat.add({ type: "text", markdown: `**Answer ${turn}.** ${"It is so for many reasons. ".repeat(40)}` });
      chat.finish();
    }
    await openChat();
    await page.getByText("Answer 999.").waitFor();
    await expect.poll(() => page.locator("article").count()).toBe(200);
    expect(await page.locator('[data-block="text"]').count()).toBeLessThan(40);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText("Question 700", { exact: true }).waitFor({ state: "attached" });
    await expect.poll(() => page.locator("article").count()).toBeGreaterThan(200);
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    ask();
    chat.open("thinking");
    chat.close({ type: "thinking", markdown: "Two columns.", durationMs: 900 });
    chat.add({
      type: "text",
      markdown: "**Skye**[^1] is [wetter](https://example.org).\n\n| a | b |\n| - | - |\n| 1 | 2 |",
    });
    chat.add({ type: "reference", index: 1, sourceId: "s1", title: "rain.csv", locator: { quote: "It rained." } });
    chat.add({ type: "suggestion", label: "By year", prompt: "By year?" });
    chat.add({ type: "error", code: "odd", message: "One part could not be drawn.", retryable: true });
    chat.finish("failed", 2, { code: "odd", message: "The model was away.", retryable: true });
    await openChat();
    await page.getByText("The model was away.").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
