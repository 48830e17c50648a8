import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { Browser } from "./browser.ts";
import { Person } from "./person.ts";
import { remoteStories } from "./remote-story.ts";

describe("one turn and everyone who watches it", () => {
  const story = remoteStories("tokens=400,reasoning=20,interval=15");
  let keepersBrowser: Browser;
  let keeper: Person;

  beforeAll(async () => {
    keepersBrowser = await Browser.launch();
    keeper = new Person(await keepersBrowser.newPage(), story.server.url);
    await keeper.signUp("keeper");
    await story.server.grantAdmin("keeper@example.org");
  });

  afterAll(() => keepersBrowser?.close());

  it("shows the same growing answer in two tabs and to an administrator", async () => {
    const { browser, person, server } = story;
    const chatId = await person.askFirst("Tell me at length");
    const other = await browser.newPage();
    await other.goto(person.page.url());
    await keeper.page.goto(`${server.url}/admin/chat-viewer?chat=${chatId}`);
    await keeper.page.getByLabel("Reason for viewing this chat").fill("The person asked for help");
    await keeper.page.keyboard.press("Enter");

    const tabs = [person.page, other, keeper.page];
    const texts = tabs.map((tab) => tab.locator('[data-block="text"]').last());
    for (const text of texts)
      await expect.poll(async () => (await text.textContent())?.length ?? 0).toBeGreaterThan(40);
    await person.page.getByRole("button", { name: "Stop" }).waitFor();
    // A viewer can't stop the answer.
    expect(await keeper.page.getByRole("button", { name: "Stop" }).count()).toBe(0);

    await person.waitForEnd();
    const { turns } = await person.get<Chat>(`/api/chats/${chatId}`);
    expect(turns.map((turn) => turn.outcome)).toEqual(["completed"]);
    const shown = await texts[0]?.textContent();
    for (const text of texts) await expect.poll(() => text.textContent()).toBe(shown);

    // The user sees who viewed the chat and why.
    const { items } = await person.get<{ items: { reason: string }[] }>(`/api/chats/${chatId}/views`);
    expect(items.map((view) => view.reason)).toEqual(["The person asked for help"]);
    expect([...browser.errors, ...keepersBrowser.errors]).toEqual([]);
  });
});
