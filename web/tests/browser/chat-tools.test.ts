import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import type { ScriptedChat } from "./double/scripted-chat.ts";
import { countRenders, readRenders, rendersOf } from "./renders.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("chat tools", () => {
  const story = scriptedStories();

  function answered(question = "Which island is wetter?", markdown = "Skye, by 190 mm."): ScriptedChat {
    const chat = story.server.createChat();
    chat.start({ text: question, sourceIds: [] }, null);
    chat.add({ type: "text", markdown });
    chat.finish();
    return chat;
  }

  const open = (chat: ScriptedChat) => story.page.goto(`${story.server.url}/chats/${chat.id}`);

  it("rate an answer, ask what was expected, and keep both after a reload", async () => {
    const { page, server } = story;
    const chat = answered();
    const turnId = chat.snapshot().turns[0]?.turnId ?? "";
    await open(chat);
    const bad = page.getByRole("button", { name: "Bad answer" });
    await bad.click();
    await page.getByLabel("What did you expect?").fill("Mull is wetter.");
    await page.getByRole("button", { name: "Send", exact: true }).first().click();
    await page.getByLabel("What did you expect?").waitFor({ state: "detached" });
    expect(server.product.ratings.get(turnId)).toEqual({ rating: "down", comment: "Mull is wetter." });
    await page.reload();
    await expect.poll(() => bad.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Good answer" }).click();
    await expect.poll(() => server.product.ratings.get(turnId)?.rating).toBe("up");
    await page.getByRole("button", { name: "Good answer" }).click();
    await expect.poll(() => server.product.ratings.get(turnId)).toBeNull();
  });

  it("reset a rating that the server didn't store", async () => {
    const { page, server } = story;
    server.intercept = (request, response) => {
      if (!request.url?.endsWith("/rating")) return false;
      problem(response, 500, "internal", "Something went wrong. Try again.");
      return true;
    };
    await open(answered());
    await page.getByRole("button", { name: "Good answer" }).click();
    await page.getByText("Couldn't save your rating").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Good answer" }).getAttribute("aria-pressed"))
      .toBe("false");
  });

  it("mark numbers that no query produced", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    chat.start({ text: "How much?", sourceIds: [] }, null);
    const markdown = "It was 42 mm, and perhaps **17** more.";
    chat.add({
      type: "text",
      markdown,
      unverifiedNumbers: [{ start: markdown.indexOf("17"), end: markdown.indexOf("17") + 2 }],
    });
    chat.finish();
    await open(chat);
    const mark = page.locator("mark");
    await mark.waitFor();
    await expect.poll(() => mark.allTextContents()).toEqual(["17"]);
    await expect.poll(() => mark.getAttribute("aria-description")).toBe("No query produced this number");
  });

  it("send a question and a regeneration to the selected model", async () => {
    const { page, server } = story;
    server.product.models = [
      { id: "scripted", title: "Quick", isDefault: true, inputPrice: 100, outputPrice: 400 },
      { id: "deep", title: "Deep", isDefault: false, inputPrice: 2_500, outputPrice: 10_000 },
    ];
    const chat = answered();
    await open(chat);
    await page.getByRole("button", { name: "Model: Quick" }).click();
    await page
      .getByRole("menuitemcheckbox", {
        name: /Deep.*2,500 credits per million input tokens, 10,000 per million output tokens/,
      })
      .click();
    await page.getByRole("button", { name: "Regenerate" }).click();
    await expect.poll(() => chat.snapshot().turns.map((turn) => turn.model)).toEqual(["scripted", "deep"]);
    chat.add({ type: "text", markdown: "Mull, after some thought." });
    chat.finish();
    await page.locator('[data-block="text"]').getByText("Mull, after some thought.").waitFor();
    await expect.poll(() => page.getByRole("group", { name: "Branches" }).textContent()).toContain("2/2");
    await page.reload();
    await page.getByRole("button", { name: "Model: Deep" }).waitFor();
  });

  it("export the chat", async () => {
    const { page } = story;
    const chat = answered();
    await open(chat);
    await page.getByRole("button", { name: "Export" }).click();
    const link = (name: string) => page.getByRole("menuitem", { name }).getAttribute("href");
    expect(await link("Markdown")).toBe(`/api/chats/${chat.id}.md`);
    expect(await link("Entire chat (JSON)")).toBe(`/api/chats/${chat.id}.json`);
  });

  it("create a board with the questions and answers of the chat", async () => {
    const { page, server } = story;
    const chat = answered();
    chat.rename("Rain on the islands");
    await open(chat);
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("menuitem", { name: "Create board" }).click();
    await page.waitForURL(/\/boards\/[0-9a-f-]+$/);
    await page.locator(".react-flow__node", { hasText: "Skye, by 190 mm." }).last().waitFor();
    await page.locator(".react-flow__node-group", { hasText: "Which island is wetter?" }).waitFor();
    const board = server.boards.boards.get(page.url().split("/").at(-1) ?? "");
    expect(board?.title).toBe("Rain on the islands");
    expect(board?.nodes.map(({ type }) => type)).toEqual(["group", "note", "chat"]);
    expect(board?.nodes.at(-1)?.data).toEqual({ chatId: chat.id, title: "Rain on the islands" });
  });

  it("share a snapshot without sign-in until the link is revoked", async () => {
    const { page, server, browser } = story;
    const chat = answered();
    chat.rename("Rain on the islands");
    await open(chat);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const url = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(url).toContain(`${server.url}/shared/`);
    await expect.poll(() => page.getByRole("button", { name: /^Update link/ }).isDisabled()).toBe(true);

    await browser.context.clearCookies();
    const visitor = await browser.newPage();
    await visitor.goto(url);
    await visitor.getByRole("heading", { name: "Rain on the islands" }).waitFor();
    await visitor.getByText("Skye, by 190 mm.").waitFor();
    expect(await visitor.getByRole("button", { name: "Regenerate" }).count()).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme });
      expect(await violations(visitor)).toEqual([]);
    }

    await browser.context.addCookies([server.sessionCookie]);
    await page.getByRole("button", { name: "Revoke link" }).click();
    await page.getByRole("button", { name: "Create link" }).waitFor();
    await visitor.reload();
    await visitor.getByRole("heading", { name: "Shared chat not found" }).waitFor();
  });

  it("list which administrator viewed the chat and why", async () => {
    const { page, server } = story;
    server.product.views = [
      { admin: { username: "grace" }, reason: "A wrong total was reported", viewedAt: new Date().toISOString() },
    ];
    await open(answered());
    await page.getByRole("button", { name: "Viewed 1 time" }).click();
    await page.getByRole("dialog").getByText("A wrong total was reported").waitFor();
    await expect.poll(() => page.getByRole("dialog").textContent()).toContain("grace");
  });

  it("reconnect after losing the server in mid-answer", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    chat.start({ text: "Tell me", sourceIds: [] }, null);
    chat.open("text");
    chat.write("The first half");
    await open(chat);
    await page.getByText("The first half").waitFor();
    server.intercept = (request, response) => {
      if (!request.url?.startsWith("/api/")) return false;
      response.destroy();
      return true;
    };
    chat.cut();
    await page.getByText("The answer will continue; nothing is lost.").waitFor();
    await expect.poll(() => page.getByText("The first half").isVisible()).toBe(true);
    // The next start of the server writes the open block again.
    chat.discard();
    chat.add({ type: "text", markdown: "The first half and the second." });
    chat.finish();
    server.intercept = () => false;
    await page.locator('[data-block="text"]').getByText("The first half and the second.").waitFor();
    await page.getByText("Reconnecting.").waitFor({ state: "detached" });
  });

  it("open a chat of a thousand turns, and stream into it, with few renders", async () => {
    const { page, server } = story;
    const chat = server.createChat();
    let parent: string | null = null;
    for (let turn = 0; turn < 1_000; turn += 1) {
      parent = chat.start({ text: `Question ${turn}`, sourceIds: [] }, parent);
      chat.add({ type: "text", markdown: `**Answer ${turn}.** ${"It is so for many reasons. ".repeat(40)}` });
      chat.finish();
    }
    await countRenders(page);
    const startedAt = Date.now();
    await open(chat);
    await page.getByText("Answer 999.").waitFor();
    const openMs = Date.now() - startedAt;
    await expect.poll(() => chat.streamCount).toBe(1);
    // The turns that were loaded come into the page some at a time; those before them are asked for once all are there.
    await page.getByText("Loading earlier messages").waitFor({ state: "attached" });
    const opening = await readRenders(page);

    const starting = await rendersOf(page, async () => {
      chat.start({ text: "One more", sourceIds: [] }, parent);
      chat.open("text");
      await page.getByRole("button", { name: "Stop" }).waitFor();
    });
    const pieces = 40;
    const streaming = await rendersOf(page, async () => {
      for (let piece = 0; piece < pieces; piece += 1) {
        chat.write(`Piece ${piece} of it. `);
        await page.getByText(`Piece ${piece} of it.`).waitFor();
      }
    });
    console.log("a chat of 1,000 turns:", JSON.stringify({ openMs, opening, starting, pieces, streaming }));
    expect(opening.commits).toBeLessThan(40);
    expect(streaming.commits).toBeLessThan(pieces * 2);
    expect(streaming.components / pieces).toBeLessThan(16);
  });
});
