import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { Browser } from "./browser.ts";
import { Person } from "./person.ts";
import { Portolan, startMockUpstream } from "./program.ts";

describe("a server that is killed in mid-answer", () => {
  let upstream: Awaited<ReturnType<typeof startMockUpstream>>;
  let server: Portolan;
  let browser: Browser;
  let person: Person;

  beforeAll(async () => {
    upstream = await startMockUpstream("tokens=500,reasoning=20,interval=15");
    server = await Portolan.start({
      OPENAI_API_KEY: "not-a-real-key",
      OPENAI_BASE_URL: upstream.url,
      PORTOLAN_MODEL: "mock",
    });
    browser = await Browser.launch();
    person = new Person(await browser.newPage(), server.url);
    await person.signUp();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await upstream?.stop();
  });

  it("pauses, and finishes the answer when it is started again", async () => {
    const { page } = person;
    const before = await person.creditsLeft();
    const chatId = await person.askFirst("Tell me at length");
    const other = await browser.newPage();
    await other.goto(page.url());
    const texts = [page, other].map((tab) => tab.locator('[data-block="text"]').last());
    for (const text of texts)
      await expect.poll(async () => (await text.textContent())?.length ?? 0).toBeGreaterThan(60);

    await server.kill();
    // Nothing that was read goes away, nothing says that the answer failed, and it can still be stopped.
    for (const tab of [page, other]) await tab.getByText(/^Reconnecting.*nothing is lost/).waitFor();
    for (const text of texts) expect((await text.textContent())?.length).toBeGreaterThan(60);
    await page.getByRole("button", { name: "Stop" }).waitFor();

    await server.startAgain();
    await person.waitForEnd();
    await other.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    for (const tab of [page, other])
      await tab.getByText(/^Reconnecting.*nothing is lost/).waitFor({ state: "detached" });
    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed"]);
    const [shown, alsoShown] = await Promise.all(texts.map((text) => text.textContent()));
    expect(alsoShown).toBe(shown);
    expect(before - (await person.creditsLeft())).toBe(turns[0]?.metered.credits);
    expect(browser.errors).toEqual([]);

    // What was watched is what is stored.
    await page.reload();
    await expect.poll(() => texts[0]?.textContent()).toBe(shown);
  });
});
