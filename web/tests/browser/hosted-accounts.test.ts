import { afterAll, describe, expect, it } from "vitest";
import { ISLAND_RAIN, Person } from "./person.ts";
import { Portolan } from "./program.ts";
import { realStories } from "./real-story.ts";

const PUBLIC_KEY = "sb_publishable_of_the_other_server";

describe("users of an external auth server", () => {
  let other: Portolan | undefined;
  const story = realStories(async () => {
    other = await Portolan.start({ PORTOLAN_AUTH_PUBLISHABLE_KEY: PUBLIC_KEY });
    return { PORTOLAN_AUTH_HOSTED_URL: other.url, PORTOLAN_AUTH_HOSTED_PUBLIC_KEY: PUBLIC_KEY };
  });

  afterAll(() => other?.stop());

  it("sign up there, ask here, and sign out", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    const asked: string[] = [];
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname.startsWith("/auth/v1/")) asked.push(origin);
    });
    await person.signUp();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    await person.askFirst("Total rain_mm by island");
    await person.waitForEnd();
    await page.locator('[data-block="chart"]').first().waitFor();
    expect(new Set(asked)).toEqual(new Set([other?.url]));

    const admin = await fetch(`${story.server.url}/auth/v1/settings`);
    expect(admin.status).toBe(404);
    expect(await admin.text()).toContain(`${other?.url}/auth/v1`);
    expect(story.browser.errors).toEqual([]);
  });

  it("stay signed in while the auth server is down, and see an error when signing in", async () => {
    const page = story.browser.context.pages().at(-1);
    await other?.kill();
    await page?.reload();
    await page?.locator('[data-block="chart"]').first().waitFor();
    await story.browser.context.clearCookies();
    await page?.goto(`${story.server.url}/login`);
    await page?.getByLabel("Email").fill("ada@example.org");
    await page?.getByLabel("Password").fill("a sextant and a log");
    await page?.getByRole("button", { name: "Sign in", exact: true }).click();
    await page?.getByText("Can't reach the server").waitFor();
  });
});
