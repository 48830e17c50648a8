import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkLook, violations } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { Person } from "./person.ts";
import { realStories } from "./real-story.ts";

describe("passkeys on the real server", () => {
  const story = realStories();
  /** Browsers make no credentials for addresses that are numbers. */
  const address = () => story.server.url.replace("127.0.0.1", "localhost");

  async function signInAgain(page: Page): Promise<void> {
    await story.browser.context.clearCookies();
    await page.goto(`${address()}/login`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
  }

  it("sign in instead of a password, and explain failures", async () => {
    const page = await story.browser.newPage();
    const device = await Authenticator.plugIn(page, "internal");
    await signInAgain(page);
    await page.getByText("Passkey sign-in was canceled, timed out, or found no passkey").waitFor();

    await new Person(page, address()).signUp("hopper");
    await page.goto(`${address()}/settings/security`);
    const card = page.locator("#passkeys");
    await card.getByText("No passkeys yet.").waitFor();
    await card.getByRole("button", { name: "Add passkey" }).click();
    await card.getByText("never used").waitFor();
    await card.getByRole("button", { name: "Add passkey" }).click();
    await page.getByText("This device already has a passkey for your account.").waitFor();
    await card.getByRole("button", { name: /^Rename/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("Laptop in the chart room");
    await page.keyboard.press("Enter");
    await card.getByText("Laptop in the chart room").first().waitFor();
    await checkLook(page);

    await signInAgain(page);
    await page.waitForURL(/\/start$/);
    await page.goto(`${address()}/settings/security`);
    await card.getByText("last used just now").waitFor();

    // Failed user verification is rejected.
    await device.refuseOwner();
    await signInAgain(page);
    await page.getByText("Passkey sign-in was canceled").waitFor();
    expect(await violations(page)).toEqual([]);
    await device.refuseOwner(false);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/start$/);

    await page.goto(`${address()}/settings/security`);
    await card.getByRole("button", { name: "Remove Laptop in the chart room" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await card.getByText("No passkeys yet.").waitFor();
    await signInAgain(page);
    await page.getByText("This passkey isn't linked to an account").waitFor();
    expect(page.url()).toMatch(/\/login$/);
    await page.close();
  });

  it("are rejected on a domain that isn't the site's own", async () => {
    await story.browser.context.clearCookies();
    const page = await story.browser.newPage();
    await Authenticator.plugIn(page, "internal");
    await page.goto(`${story.server.url}/login`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("Passkeys don't work on 127.0.0.1").waitFor();
    await page.close();
  });
});
