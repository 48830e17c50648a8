import type { CDPSession } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { remoteStories } from "./remote-story.ts";

describe("losing the connection in mid-answer", () => {
  const story = remoteStories("tokens=300,reasoning=20,interval=15");

  const text = () => story.person.page.locator('[data-block="text"]').last();
  const message = () => story.person.page.getByRole("textbox", { name: "Your message" });
  const lengthOfText = async () => (await text().textContent())?.length ?? 0;

  /** As the browser's own network has it: what is on its way fails, and nothing new goes out. */
  async function setOffline(offline: boolean) {
    const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await line.send("Network.emulateNetworkConditions", { offline, ...unlimited });
  }

  let line: CDPSession;

  beforeAll(async () => {
    line = await story.browser.context.newCDPSession(story.person.page);
    await line.send("Network.enable");
  });

  it("pauses the answer and catches up when back online", async () => {
    const { person } = story;
    const { page } = person;
    const before = await person.creditsLeft();
    const chatId = await person.askFirst("Tell me at length");
    await expect.poll(lengthOfText).toBeGreaterThan(60);
    await setOffline(true);
    await page.getByText(/^Reconnecting.*nothing is lost/).waitFor();
    const shown = (await text().textContent()) ?? "";

    // The server does not wait for anybody.
    const outcome = async () => (await person.get<Chat>(`/api/chats/${chatId}`)).turns[0]?.outcome;
    await expect.poll(outcome, { timeout: 30_000 }).toBe("completed");
    expect(await text().textContent()).toBe(shown);
    await message().fill("And then?");

    await setOffline(false);
    await person.waitForEnd();
    await page.getByText(/^Reconnecting.*nothing is lost/).waitFor({ state: "detached" });
    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    const whole = (await text().textContent()) ?? "";
    expect(whole.startsWith(shown.slice(0, 50))).toBe(true);
    expect(whole.length).toBeGreaterThan(shown.length);
    expect(before - (await person.creditsLeft())).toBe(turns[0]?.metered.credits);
    await expect.poll(() => message().inputValue()).toBe("And then?");
    await page.reload();
    await expect.poll(() => text().textContent()).toBe(whole);
    await expect.poll(() => message().inputValue()).toBe("And then?");
  });

  it("keeps a message that couldn't be sent and sends it once when back online", async () => {
    const { person } = story;
    const { page } = person;
    await setOffline(true);
    await message().fill("Are you there?");
    await message().press("Enter");
    await page.getByRole("button", { name: "Dismiss" }).waitFor();
    await expect.poll(() => message().inputValue()).toBe("Are you there?");
    await setOffline(false);
    await message().press("Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await person.waitForEnd();
    const chatId = page.url().split("/").at(-1);
    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.message.text)).toEqual(["Tell me at length", "Are you there?"]);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed", "completed"]);
    expect(story.browser.errors).toEqual([]);
  });
});

describe("a session that ends in mid-answer", () => {
  const story = remoteStories("tokens=300,reasoning=20,interval=15");

  it("is restarted by sign-in, and the answer is there", async () => {
    const { person, browser, server } = story;
    const { page } = person;
    const chatId = await person.askFirst("Tell me at length");
    const text = page.locator('[data-block="text"]').last();
    await expect.poll(async () => (await text.textContent())?.length ?? 0).toBeGreaterThan(60);
    const message = page.getByRole("textbox", { name: "Your message" });
    await message.fill("And then?");

    // On another device, which signs all others out.
    const signedIn = await page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
      data: { email: "ada@example.org", password: "a sextant and a log" },
      headers: { cookie: "" },
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const ended = await page.request.post(`${server.url}/auth/v1/logout?scope=others`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(ended.status()).toBe(204);
    // A reload asks the server anew, which knows the session no longer.
    await page.reload();
    await page.getByLabel("Password").waitFor();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/chats/${chatId}`));
    await person.waitForEnd();
    expect((await text.textContent())?.length).toBeGreaterThan(60);
    await expect.poll(() => message.inputValue()).toBe("And then?");
    expect(browser.errors).toEqual([]);
  });
});
