import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { Authenticator } from "./authenticator.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("passkeys", () => {
  const story = scriptedStories();
  /** A passkey belongs to a name; an address in figures is none. */
  const at = (path: string) => story.page.goto(story.server.url.replace("127.0.0.1", "localhost") + path);

  it("are added in the settings, renamed, used instead of a password, and removed", async () => {
    const { page, server } = story;
    server.auth.takesPasskeys = true;
    await Authenticator.plugIn(page, "internal");
    await at("/login");
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(server.auth.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);

    await at("/settings/security");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByText("Passkey added. You can now sign in with this device.").waitFor();
    await page.getByRole("button", { name: "Rename This device" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ada’s laptop");
    await page.keyboard.press("Enter");
    await page.getByText("Ada’s laptop").first().waitFor();
    expect(await violations(page)).toEqual([]);

    await story.browser.context.clearCookies();
    await at("/login");
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/start$/);
    expect(server.auth.calls).toContain("POST /passkeys/authentication/verify");

    await at("/settings/security");
    await page.getByRole("button", { name: "Remove Ada’s laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No passkeys yet.").waitFor();
    expect(server.auth.passkeys).toEqual([]);
  });

  it("are hidden without server support and explained without device support", async () => {
    const { page, server } = story;
    await story.browser.context.clearCookies();
    await at("/login");
    await page.getByRole("button", { name: "Email me a code instead" }).waitFor();
    expect(await page.getByRole("button", { name: "Use a passkey" }).count()).toBe(0);

    server.auth.takesPasskeys = true;
    const empty = await story.browser.context.newCDPSession(page);
    await empty.send("WebAuthn.enable");
    await at("/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    // Nothing is plugged in: the browser waits, and anyone who gives up takes another way.
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(server.auth.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
  });
});
