import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { CHAT_PLACES, type ChatPlace, newestChat } from "./chat-places.ts";
import { json } from "./double/answers.ts";
import type { ScriptedChat } from "./double/scripted-chat.ts";
import { scriptedStories } from "./scripted-story.ts";

const QUESTION = "Which island is wetter?";

describe.each(CHAT_PLACES)("a question in $name", (place) => {
  const { open, send, field, story } = storiesAt(place);

  it("is sent once when the response was lost", async () => {
    const keys: string[] = [];
    story.server.intercept = (request, response) => {
      if (!request.url?.endsWith("/messages")) return false;
      keys.push(String(request.headers["idempotency-key"]));
      if (keys.length > 1) return false;
      response.destroy();
      return true;
    };
    await open();
    await send(QUESTION);
    await story.page.getByRole("button", { name: "Stop" }).waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(newestChat(story.server)?.snapshot().turns).toHaveLength(1);
    expect(story.server.chats.size).toBe(1);
  });

  it("survives a reload until it is sent", async () => {
    await open();
    await field().fill(QUESTION);
    await open();
    await expect.poll(() => field().inputValue()).toBe(QUESTION);
    await field().press("Enter");
    await story.page.getByRole("button", { name: "Stop" }).waitFor();
    newestChat(story.server)?.finish();
    await open();
    await expect.poll(() => field().inputValue()).toBe("");
  });

  it("waits for a file that is being read", async () => {
    const { page, server } = story;
    await open();
    const reading: ServerResponse[] = [];
    server.intercept = (request, response) => {
      if (request.method !== "POST" || request.url !== "/api/sources") return false;
      if (!request.headers["content-type"]?.startsWith("multipart/")) return false;
      reading.push(response);
      return true;
    };
    const buffer = Buffer.from("island,rain\nSkye,1810\n");
    await place.chat(page).getByLabel("Choose files").setInputFiles({ name: "rain.csv", mimeType: "text/csv", buffer });
    await expect.poll(() => reading.length).toBe(1);
    await send(QUESTION);
    await page.getByText("Sends when your data is ready.").waitFor();
    expect(server.requests.some((request) => request.endsWith("/messages"))).toBe(false);
    for (const response of reading) json(response, 201, { id: "s-rain", name: "rain.csv", kind: "csv", ...WHOLE });
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(newestChat(server)?.snapshot().turns[0]?.message).toMatchObject({
      text: QUESTION,
      sourceIds: expect.arrayContaining(["s-rain"]),
    });
  });

  it("is kept when credits run out, with one message and no empty chat", async () => {
    const { page, server } = story;
    server.product.plan = { ...server.product.plan, usageLimitReached: true, creditsLeft: 0 };
    await open();
    await send(QUESTION);
    await page.getByText("You've used all credits for this period").waitFor();
    await expect.poll(() => field().inputValue()).toBe(QUESTION);
    await expect
      .poll(() => page.getByRole("link", { name: "See plans", exact: true }).getAttribute("href"))
      .toBe("/pricing");
    await expect.poll(() => server.chats.size).toBe(place.createsChat ? 0 : 1);
    expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    server.product.plan = { ...server.product.plan, usageLimitReached: false, creditsLeft: 10 };
    await field().press("Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(newestChat(server)?.snapshot().turns[0]?.message.text).toBe(QUESTION);
  });

  it("goes to the selected model", async () => {
    const { page, server } = story;
    server.product.models = [
      { id: "scripted", title: "Quick", isDefault: true, inputPrice: 1, outputPrice: 1 },
      { id: "deep", title: "Deep", isDefault: false, inputPrice: 1, outputPrice: 1 },
    ];
    await open();
    await page.getByRole("button", { name: "Model: Quick" }).click();
    await page.getByRole("menuitemcheckbox", { name: /Deep/ }).click();
    await send(QUESTION);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(newestChat(server)?.snapshot().turns[0]?.model).toBe("deep");
  });
});

const SAMPLED = CHAT_PLACES.filter(({ offersSamples }) => offersSamples);

describe.each(SAMPLED)("a sample's question in $name", (place) => {
  const { open, field, story } = storiesAt(place);

  it("is kept with its data when credits run out, with one message and no empty chat", async () => {
    const { page, server } = story;
    const about = { title: "Island rain", description: "Rain by island.", licence: "CC0" };
    server.product.samples = [{ name: "rain", ...about, questions: [QUESTION] }];
    server.product.plan = { ...server.product.plan, usageLimitReached: true, creditsLeft: 0 };
    await open();
    await page.getByRole("button", { name: QUESTION }).click();
    await page.getByText("You've used all credits for this period").waitFor();
    await expect.poll(() => field().inputValue()).toBe(QUESTION);
    await page.getByRole("list", { name: "Attached data" }).getByText("island-rain.csv").waitFor();
    await expect.poll(() => server.chats.size).toBe(place.createsChat ? 0 : 1);
    expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
    server.product.plan = { ...server.product.plan, usageLimitReached: false, creditsLeft: 10 };
    await field().press("Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(newestChat(server)?.snapshot().turns[0]?.message).toMatchObject({
      text: QUESTION,
      sourceIds: [expect.any(String)],
    });
  });
});

describe.each(CHAT_PLACES.filter(({ isAnsweredHere }) => isAnsweredHere))("an answer in $name", (place) => {
  const { open, send, field, story } = storiesAt(place);
  const answerText = () => place.chat(story.page).locator('[data-block="text"]').last();

  /** Asks, and returns the chat whose turn runs. */
  async function ask(): Promise<ScriptedChat> {
    await open();
    await send(QUESTION);
    await place.chat(story.page).getByRole("button", { name: "Stop" }).waitFor();
    const chat = newestChat(story.server);
    if (!chat) throw new Error("the question created no chat");
    return chat;
  }

  /** Answers each message at once. */
  function answerAll() {
    story.server.answer = (chat, text) => {
      chat.add({ type: "text", markdown: `Answer ${chat.snapshot().turns.length} to: ${text}` });
      chat.finish();
    };
  }

  async function waitForText(text: string) {
    await expect.poll(() => answerText().textContent()).toBe(text);
  }

  it("streams its answer and keeps the partial answer when stopped", async () => {
    const chat = await ask();
    chat.open("text");
    chat.write("Skye is");
    await waitForText("Skye is");
    chat.write(" wetter.");
    await waitForText("Skye is wetter.");
    chat.close({ type: "text", markdown: "Skye is wetter." });
    await place.chat(story.page).getByRole("button", { name: "Stop" }).click();
    await place.chat(story.page).getByText("Stopped. The partial answer is saved.").waitFor();
    expect(chat.snapshot().turns[0]?.outcome).toBe("cancelled");
  });

  it("has branches after a retry and an edit", async () => {
    answerAll();
    await open();
    const chat = place.chat(story.page);
    await send(QUESTION);
    await waitForText(`Answer 1 to: ${QUESTION}`);
    await chat.getByRole("button", { name: "Regenerate" }).click();
    await waitForText(`Answer 2 to: ${QUESTION}`);
    await chat.getByRole("article").getByText(QUESTION, { exact: true }).hover();
    await chat.getByRole("button", { name: "Edit message" }).click();
    await chat.getByRole("textbox", { name: "Edit your message" }).fill("Which is drier?");
    await story.page.keyboard.press("Enter");
    await waitForText("Answer 3 to: Which is drier?");
    const branches = chat.getByRole("group", { name: "Branches" });
    await expect.poll(() => branches.textContent()).toContain("3/3");
    await branches.getByRole("button", { name: "Previous branch" }).click();
    await waitForText(`Answer 2 to: ${QUESTION}`);
  });

  it("keeps the text of a rejected edit", async () => {
    answerAll();
    await open();
    const chat = place.chat(story.page);
    await send(QUESTION);
    await waitForText(`Answer 1 to: ${QUESTION}`);
    story.server.product.plan = { ...story.server.product.plan, usageLimitReached: true };
    await chat.getByRole("article").getByText(QUESTION, { exact: true }).hover();
    await chat.getByRole("button", { name: "Edit message" }).click();
    await chat.getByRole("textbox", { name: "Edit your message" }).fill("Which is drier?");
    await story.page.keyboard.press("Enter");
    await story.page.getByText("You've used all credits for this period").waitFor();
    await expect
      .poll(() => chat.getByRole("textbox", { name: "Edit your message" }).inputValue())
      .toBe("Which is drier?");
  });

  it("can be rated", async () => {
    answerAll();
    await open();
    await send(QUESTION);
    await waitForText(`Answer 1 to: ${QUESTION}`);
    const good = place.chat(story.page).getByRole("button", { name: "Good answer" });
    await good.click();
    await expect.poll(() => [...story.server.product.ratings.values()].map((given) => given?.rating)).toEqual(["up"]);
    await expect.poll(() => good.getAttribute("aria-pressed")).toBe("true");
  });

  it("offers follow-up questions and keeps one that was rejected", async () => {
    const chat = await ask();
    chat.add({ type: "text", markdown: "Skye." });
    chat.add({ type: "suggestion", label: "By year", prompt: "Rain by year" });
    chat.finish();
    story.server.product.plan = { ...story.server.product.plan, usageLimitReached: true };
    await place.chat(story.page).getByRole("button", { name: "By year" }).click();
    await story.page.getByText("You've used all credits for this period").waitFor();
    await expect.poll(() => field().inputValue()).toBe("Rain by year");
    story.server.product.plan = { ...story.server.product.plan, usageLimitReached: false };
    await field().press("Enter");
    await expect
      .poll(() => chat.snapshot().turns.map(({ message }) => message.text))
      .toEqual([QUESTION, "Rain by year"]);
    expect(chat.snapshot().turns[1]?.parentTurnId).toBe(chat.snapshot().turns[0]?.turnId);
  });

  it("reports a lost connection and continues when it is back", async () => {
    const chat = await ask();
    chat.open("text");
    chat.write("Skye");
    await waitForText("Skye");
    story.server.intercept = (request, response) => {
      if (!request.url?.includes("/events")) return false;
      response.destroy();
      return true;
    };
    chat.cut();
    await place.chat(story.page).getByText("The answer will continue; nothing is lost.").waitFor();
    chat.write(" is wetter.");
    story.server.intercept = () => false;
    await waitForText("Skye is wetter.");
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    await story.page.emulateMedia({ colorScheme });
    const chat = await ask();
    chat.add({ type: "text", markdown: "**Skye** is wetter." });
    chat.add({ type: "suggestion", label: "By year", prompt: "Rain by year" });
    chat.finish("limited");
    await place.chat(story.page).getByText("You ran out of credits for this period").waitFor();
    expect(await violations(story.page)).toEqual([]);
  });
});

const WHOLE = {
  status: "whole",
  rowCount: 1,
  columns: [],
  table: "tides",
  createdAt: "2026-01-02T03:04:05Z",
};

function storiesAt(place: ChatPlace) {
  const story = scriptedStories();
  const field = () => place.field(story.page);
  return {
    story,
    field,
    open: () => place.open(story.page, story.server),
    send: async (text: string) => {
      await field().fill(text);
      await field().press("Enter");
    },
  };
}
