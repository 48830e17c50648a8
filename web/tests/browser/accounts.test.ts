import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("accounts", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);
  const signOut = () => story.browser.context.clearCookies();

  /** Writes address and password into the form that is open. */
  async function giveCredentials(password = "a sextant and a log"): Promise<void> {
    const { page } = story;
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  }

  /** Where somebody who is signed out begins. */
  async function atLogin(path = "/login"): Promise<void> {
    await signOut();
    await at(path);
  }

  it("open with a password, and say beside the field what is wrong", async () => {
    const { page } = story;
    await atLogin("/saved");
    await giveCredentials("wrong");
    await page.getByText("The email address or the password is wrong.").waitFor();
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/saved$/);
  });

  it("open with a code that was sent, and after another try", async () => {
    const { page, server } = story;
    await atLogin();
    await page.getByRole("button", { name: "Email me a code instead" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("We sent a code to").waitFor();
    await page.getByLabel("Code").fill("999999");
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong, or it has run out.").first().waitFor();
    await page.getByRole("button", { name: "Send it again" }).click();
    await page.getByText("A new one is on its way.").waitFor();
    expect(server.auth.calls.filter((call) => call === "POST /otp").length).toBe(2);
    await page.getByLabel("Code").fill("123 456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
  });

  it("ask for the second factor, also after a reload, before any page opens", async () => {
    const { page, server } = story;
    server.auth.hasFactor = true;
    await atLogin("/charts");
    await giveCredentials();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("button", { name: "Sign in with another account" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await atLogin("/charts");
    await giveCredentials();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await at("/settings");
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    expect(page.url()).toMatch(/\/login$/);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Code of Authenticator app").fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong, or it has run out.").first().waitFor();
    await page.getByLabel("Code of Authenticator app").fill("123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings$/);
  });

  it("send a code to the phone that is the second factor, and another one on demand", async () => {
    const { page, server } = story;
    Object.assign(server.auth, { hasFactor: true, factorKind: "phone" });
    await atLogin();
    await giveCredentials();
    await page.getByText("We sent a code to").waitFor();
    const challenges = () => server.auth.calls.filter((call) => call.endsWith("/challenge")).length;
    await expect.poll(challenges).toBe(1);
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect.poll(challenges).toBe(2);
    await page.getByLabel("Code of My phone").fill("123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
    expect(challenges()).toBe(2);
  });

  it("offer every way that the back end has, and no other", async () => {
    const { page, server } = story;
    server.auth.external = { email: true, phone: true, anonymous_users: true, google: true, github: false };
    await atLogin();
    await page.getByRole("button", { name: "Go on with Google" }).waitFor();
    expect(await page.getByRole("button", { name: /GitHub/ }).count()).toBe(0);
    await page.getByLabel("Email or phone").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    const leaving = page.waitForRequest((request) => request.url().includes("/auth/v1/authorize"));
    await page.getByRole("button", { name: "Go on with Google" }).click();
    const address = new URL((await leaving).url());
    expect(address.searchParams.get("provider")).toBe("google");
    expect(address.searchParams.get("redirect_to")).toContain(`${server.url}/confirm`);
    await page.waitForURL(/\/auth\/v1\/authorize/);
    await at("/login");
    await page.getByRole("button", { name: "Try without an account" }).click();
    await page.waitForURL(/\/start$/);
  });

  it("open by the sign-in of a company, which its domain finds", async () => {
    const { page, server } = story;
    server.auth.company = { domain: "example.org", url: `${server.url}/company` };
    await atLogin();
    await page.getByRole("button", { name: "Use my company's sign-in" }).click();
    await page.getByLabel("Domain").fill("nothing");
    await page.keyboard.press("Enter");
    await page.getByText("Enter the domain of your work address").first().waitFor();
    await page.getByLabel("Domain").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("No sign-in of a company is set up for this domain.").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.getByLabel("Domain").fill("Ada@Example.org");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server.url}/company`);
  });

  it("are won back by a link that ends in a new password", async () => {
    const { page, server } = story;
    await atLogin();
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("We sent a code to").waitFor();
    await at("/confirm?token_hash=good&type=recovery");
    await page.getByLabel("New password").fill("a compass rose");
    await page.getByLabel("Once more").fill("a compass nose");
    await page.keyboard.press("Enter");
    await page.getByText("This is not the same.").first().waitFor();
    await page.getByLabel("Once more").fill("a compass rose");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
    expect(server.auth.password).toBe("a compass rose");
  });

  it("say why a link did not work", async () => {
    const { page } = story;
    await atLogin("/confirm?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid");
    await page.getByRole("heading", { name: "This link did not work" }).waitFor();
    await page.getByText("This code is wrong, or it has run out.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to signing in" }).click();
    await page.waitForURL(/\/login$/);
  });

  async function signIn() {
    const { page } = story;
    await atLogin();
    await giveCredentials();
    await page.waitForURL(/\/start$/);
    await at("/settings");
  }

  it("offer no second factor that the server does not take", async () => {
    const { page, server } = story;
    server.auth.factors = { mfa_webauthn_enabled: false };
    await signIn();
    await page.getByRole("button", { name: "Connect an app" }).waitFor();
    expect(await page.getByRole("button", { name: "Add a security key" }).count()).toBe(0);
    server.auth.factors = { mfa_webauthn_enabled: false, mfa_totp_enabled: false };
    await at("/settings");
    await page.getByText("This server offers none.").waitFor();
    expect(await page.getByRole("button", { name: "Connect an app" }).count()).toBe(0);
  });

  it("get a second factor with a picture to scan, and lose it again", async () => {
    const { page, server } = story;
    await signIn();
    await page.getByRole("button", { name: "Connect an app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: "A QR code" }).waitFor();
    await dialog.getByText("ABCDEFGH").waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel("Code of the app").fill("123456");
    await page.keyboard.press("Enter");
    await page.getByText("The second factor is on.").waitFor();
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => server.auth.hasFactor).toBe(false);
  });

  it("change their words, their password and their devices in the settings", async () => {
    const { page, server } = story;
    await signIn();
    await page.getByLabel("About you").fill("Draws coasts.");
    await page.getByRole("region", { name: "You" }).getByRole("button", { name: "Save" }).first().click();
    await expect.poll(() => server.product.profile.bio).toBe("Draws coasts.");
    await page.getByLabel("What you do").fill("Pilot");
    await page.getByRole("region", { name: "You" }).getByRole("button", { name: "Save" }).last().click();
    await expect.poll(() => server.product.profile.professionalInfo).toMatchObject({ occupation: "Pilot" });
    await page.getByLabel("New password").fill("a compass rose");
    await page.getByLabel("Once more").fill("a compass rose");
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect.poll(() => server.auth.password).toBe("a compass rose");
    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    await page.getByText("All other devices are signed out.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  it("have keys for programs, shown once", async () => {
    const { page, server } = story;
    await at("/settings");
    await page.getByLabel("What is the new key for?").fill("Nightly report");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("dialog").getByText("ptl_new_secret").waitFor();
    await page.getByRole("button", { name: "I have kept it" }).click();
    const keys = page.getByRole("list", { name: "Your keys" });
    await keys.getByText("Nightly report").first().waitFor();
    expect(await keys.textContent()).not.toContain("secret");
    await keys.getByRole("button", { name: "Remove Nightly report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => server.product.keys).toEqual([]);
  });

  it.each(["ada", "ada@example.org"])("are deleted only by somebody who writes their name, as %s", async (name) => {
    const { page, server } = story;
    await at("/settings");
    await page.getByRole("button", { name: "Delete the account" }).click();
    const field = page.getByLabel("Write ada or ada@example.org to be sure");
    await field.fill("eda");
    await page.keyboard.press("Enter");
    await page.getByText("Write ada or ada@example.org, to be sure.").first().waitFor();
    expect(server.product.isDeleted).toBe(false);
    expect(await violations(page)).toEqual([]);
    await field.fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    expect(server.product.isDeleted).toBe(true);
    await at("/start");
    await page.waitForURL(/\/login$/);
  });
});
