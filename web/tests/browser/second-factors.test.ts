import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkLook } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { Person } from "./person.ts";
import { realStories } from "./real-story.ts";

const PASSWORD = "a sextant and a log";

describe("second factors", () => {
  const story = realStories();
  /** Browsers make no credentials for addresses that are numbers. */
  const address = () => story.server.url.replace("127.0.0.1", "localhost");

  async function settingsOf(name: string): Promise<Page> {
    await story.browser.context.clearCookies();
    const page = await story.browser.newPage();
    await new Person(page, address()).signUp(name);
    await page.goto(`${address()}/settings/security`);
    return page;
  }

  async function givePassword(page: Page, name: string): Promise<void> {
    await story.browser.context.clearCookies();
    await page.goto(`${address()}/login`);
    await page.getByLabel("Email").fill(`${name}@example.org`);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "One more step" }).waitFor();
  }

  async function connectApp(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    const secret = (await dialog.locator("code").textContent()) ?? "";
    await dialog.getByLabel("Authentication code").fill(codeOf(secret));
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    return secret;
  }

  it("include a security key, which signs in and is removed", async () => {
    const page = await settingsOf("mary");
    const key = await Authenticator.plugIn(page, "usb");
    await page.getByRole("button", { name: "Add security key" }).click();
    const own = page.getByRole("list", { name: "your second factors" });
    await own.getByText("Security key").first().waitFor();
    await page.getByRole("button", { name: "Add security key" }).click();
    await page.getByText("This security key has already been added.").waitFor();
    await page.getByRole("region", { name: "Recovery codes" }).getByText("No recovery codes yet.").waitFor();
    await checkLook(page);

    await givePassword(page, "mary");
    await page.getByRole("button", { name: "Use security key" }).waitFor();
    await checkLook(page);
    await page.getByRole("button", { name: "Use security key" }).click();
    await page.waitForURL(/\/start$/);

    await page.goto(`${address()}/settings/security`);
    await page.getByRole("button", { name: "Remove Security key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("You'll be able to sign in with just your password.").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await own.waitFor({ state: "detached" });

    // One that is not the user's any longer, and one that no one touches.
    await page.getByRole("button", { name: "Add security key" }).click();
    await own.getByText("Security key").first().waitFor();
    await key.forgetAll();
    await givePassword(page, "mary");
    await page.getByRole("button", { name: "Use security key" }).click();
    await page.getByText("The request was canceled").waitFor();
    expect(page.url()).toMatch(/\/login$/);
    await page.close();
  });

  it("explain when a key can't be used at this address, and leave nothing behind", async () => {
    const page = await settingsOf("joan");
    await page.goto(page.url().replace("localhost", "127.0.0.1"));
    await page.getByLabel("Email").fill("joan@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/security$/);
    for (const _ of [1, 2]) {
      await page.getByRole("button", { name: "Add security key" }).click();
      await page.getByText("Security keys don't work on 127.0.0.1").first().waitFor();
      await page.getByRole("button", { name: "Close toast" }).first().click();
    }
    await page.getByRole("button", { name: "Add authenticator app" }).waitFor();
    await page.close();
  });

  it("include recovery codes, shown once, valid once, and regenerated", async () => {
    const page = await settingsOf("anne");
    expect(await page.getByRole("region", { name: "Recovery codes" }).count()).toBe(0);
    const secret = await connectApp(page);
    const part = page.getByRole("region", { name: "Recovery codes" });
    await part.getByRole("button", { name: "Generate recovery codes" }).click();
    const dialog = page.getByRole("dialog");
    const shown = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await shown.first().waitFor();
    const codes = await shown.allTextContents();
    expect(codes.length).toBe(10);
    await checkLook(page);

    await story.browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
    await dialog.getByRole("button", { name: "I've saved them" }).click();
    await part.getByText("10 of 10 left").waitFor();
    expect(await page.content()).not.toContain(codes[0]);

    await givePassword(page, "anne");
    await page.getByLabel("Code from Authenticator app").waitFor();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    const field = page.getByLabel("Recovery code");
    await field.fill("1234");
    await page.keyboard.press("Enter");
    await page.getByText("Enter one of your recovery codes").first().waitFor();
    await field.fill("aaaa-aaaa-aaaa-aaaa");
    await page.keyboard.press("Enter");
    await page.getByText("This code is incorrect").first().waitFor();
    await checkLook(page);
    await field.fill((codes[3] ?? "").toUpperCase().replaceAll("-", " "));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);

    await page.goto(`${address()}/settings/security`);
    await part.getByText("9 of 10 left").waitFor();
    await part.getByRole("button", { name: "Generate new codes" }).click();
    await dialog.getByText("Your current codes stop working immediately.").waitFor();
    await dialog.getByRole("button", { name: "Generate new codes" }).click();
    await shown.first().waitFor();
    expect(await shown.allTextContents()).not.toContain(codes[0]);
    await dialog.getByRole("button", { name: "I've saved them" }).click();
    await part.getByText("10 of 10 left").waitFor();

    await givePassword(page, "anne");
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await field.fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.getByText("This code is incorrect").first().waitFor();
    await page.getByRole("button", { name: "Use Authenticator app" }).click();
    // The code of the moment was used up when the app was connected, at least for half a minute; the next one is good, too.
    await page.getByLabel("Code from Authenticator app").fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);

    await page.goto(`${address()}/settings/security`);
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await dialog.getByText("Your recovery codes will be deleted too.").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await part.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add authenticator app" }).waitFor();
    await page.close();
  });
});

/** TOTP code of RFC 6238, some steps of half a minute from now. */
function codeOf(secret: string, stepsAhead = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const hash = createHmac("sha1", key).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}
