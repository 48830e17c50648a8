import { afterEach, describe, expect, it } from "vitest";
import type { Chat } from "../../app/stream/chat.ts";
import { violations } from "./accessibility.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

describe("a guest", () => {
  const story = realStories();

  afterEach(async () => {
    await story.browser.context.clearCookies();
    expect(story.browser.errors.splice(0)).toEqual([]);
  });

  async function openFrontPage(): Promise<Person> {
    const person = new Person(await story.browser.newPage(), story.server.url);
    await person.page.goto(story.server.url);
    return person;
  }

  it("sees the answer to a sample question after one click and keeps it with an account", async () => {
    const person = await openFrontPage();
    const { page } = person;
    await page.getByRole("link", { name: "Try a sample" }).click();
    await page.waitForURL(/\/chats\/[0-9a-f-]+$/);
    const chatPath = new URL(page.url()).pathname;
    await person.waitForEnd();
    await page.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });
    expect(await person.creditsLeft()).toBeLessThanOrEqual(20);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByText("Your chats, charts, and files move to your new account.").waitFor();
    await page.getByLabel("Email").fill("guest@example.org");
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.getByRole("button", { name: "Create account" }).click();
    // Names are asked for now, and then the chat opens that the guest came from.
    await page.getByLabel("Full name").fill("Grace Hopper");
    await page.getByLabel("Username").fill("grace");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`**${chatPath}`);
    await page.locator('[data-block="chart"]').first().waitFor();
    expect(await page.getByRole("link", { name: "Create account" }).count()).toBe(0);
    const { turns } = await person.get<Chat>(`/api${chatPath}`);
    expect(turns.map(({ message }) => message.text)).toEqual(["How has CO2 changed over time?"]);
  });

  it("drops a file on the front page and sees its table", async () => {
    const { page } = await openFrontPage();
    const data = await page.evaluateHandle((csv) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([csv], "island-rain.csv", { type: "text/csv" }));
      return transfer;
    }, ISLAND_RAIN);
    // What takes files is loaded after the page.
    await expect
      .poll(async () => {
        await page.dispatchEvent("body", "dragover", { dataTransfer: data });
        return page.getByText("Drop files here").count();
      })
      .toBe(1);
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await page.waitForURL(/\/start$/);
    await page.getByRole("region", { name: "Attached tables" }).waitFor();
    await page.getByRole("region", { name: "Preview of island-rain.csv" }).waitFor();
  });

  it("selects a file on the front page by keyboard", async () => {
    const { page } = await openFrontPage();
    const file = { name: "island-rain.csv", mimeType: "text/csv", buffer: Buffer.from(ISLAND_RAIN) };
    await page.getByLabel("Choose a file").setInputFiles(file);
    await page.waitForURL(/\/start$/);
    await page.getByRole("region", { name: "Preview of island-rain.csv" }).waitFor();
  });
});

describe("a visitor on a server without guests", () => {
  const story = realStories(async () => ({ PORTOLAN_AUTH_ANONYMOUS: "false", PORTOLAN_EXAMPLES: "true" }));

  it("creates an account to try a sample and then sees its answer", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await page.goto(story.server.url);
    await page.getByRole("link", { name: "Try a sample" }).click();
    await page.waitForURL(/\/login\?mode=sign-up$/);
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/(chats|complete-profile)/);
    if (page.url().endsWith("/complete-profile")) {
      await page.getByLabel("Full name").fill("Ada Lovelace");
      await page.getByLabel("Username").fill("ada");
      await page.getByRole("button", { name: "Continue" }).click();
    }
    await page.waitForURL(/\/chats\/[0-9a-f-]+$/);
    await person.waitForEnd();
  });

  it("finds the built-in examples in Discover", async () => {
    await story.browser.context.clearCookies();
    const page = await story.browser.newPage();
    await page.goto(`${story.server.url}/discover`);
    const items = page.getByRole("list", { name: "Published items" }).getByRole("listitem");
    await expect.poll(() => items.count()).toBe(6);
    await items.filter({ hasText: "Ganymede" }).getByRole("link").first().click();
    await page.getByRole("heading", { name: "Ganymede is the largest moon, with a radius of 2,634 km" }).waitFor();
    await page.locator("svg[role] path").first().waitFor({ state: "attached" });
    await page.goto(story.server.url);
    await page.getByRole("heading", { name: "Made with Portolan" }).waitFor();
    expect(story.browser.errors.splice(0)).toEqual([]);
  });
});
