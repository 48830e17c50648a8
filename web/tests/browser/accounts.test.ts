import { describe, expect, it } from "vitest";
import { checkLook, violations } from "./accessibility.ts";
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

  /** Opens the start page for a signed-out user. */
  async function atLogin(path = "/login"): Promise<void> {
    await signOut();
    await at(path);
  }

  it("sign in with a password and show errors next to their fields", async () => {
    const { page } = story;
    await atLogin("/saved");
    await giveCredentials("wrong");
    await page.getByText("Incorrect email or password.").waitFor();
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/saved$/);
  });

  it("sign in with an emailed code after a wrong one", async () => {
    const { page, server } = story;
    await atLogin();
    await page.getByRole("button", { name: "Email me a code instead" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("We sent a code to").waitFor();
    await page.getByLabel("Code").fill("999999");
    await page.keyboard.press("Enter");
    await page.getByText("This code is incorrect or has expired.").first().waitFor();
    await page.getByRole("button", { name: "Resend code" }).click();
    await page.getByText("A new code is on its way.").waitFor();
    expect(server.auth.calls.filter((call) => call === "POST /otp").length).toBe(2);
    await page.getByLabel("Code").fill("123 456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
  });

  it("ask for the second factor before any page opens, even after a reload", async () => {
    const { page, server } = story;
    server.auth.hasFactor = true;
    await atLogin("/charts");
    await giveCredentials();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    await atLogin("/charts");
    await giveCredentials();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await at("/settings");
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    expect(page.url()).toMatch(/\/login$/);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Code from Authenticator app").fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText("This code is incorrect or has expired.").first().waitFor();
    await page.getByLabel("Code from Authenticator app").fill("123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/profile$/);
  });

  it("send a code to the phone used as second factor and resend it on request", async () => {
    const { page, server } = story;
    Object.assign(server.auth, { hasFactor: true, factorKind: "phone" });
    await atLogin();
    await giveCredentials();
    await page.getByText("We sent a code to").waitFor();
    const challenges = () => server.auth.calls.filter((call) => call.endsWith("/challenge")).length;
    await expect.poll(challenges).toBe(1);
    await page.getByRole("button", { name: "Resend code" }).click();
    await expect.poll(challenges).toBe(2);
    await page.getByLabel("Code from My phone").fill("123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
    expect(challenges()).toBe(2);
  });

  it("offer exactly the sign-in methods that the server supports", async () => {
    const { page, server } = story;
    server.auth.external = { email: true, phone: true, anonymous_users: true, google: true, github: false };
    await atLogin();
    await page.getByRole("button", { name: "Continue with Google" }).waitFor();
    expect(await page.getByRole("button", { name: /GitHub/ }).count()).toBe(0);
    await page.getByLabel("Email or phone").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    const leaving = page.waitForRequest((request) => request.url().includes("/auth/v1/authorize"));
    await page.getByRole("button", { name: "Continue with Google" }).click();
    const address = new URL((await leaving).url());
    expect(address.searchParams.get("provider")).toBe("google");
    expect(address.searchParams.get("redirect_to")).toContain(`${server.url}/confirm`);
    await page.waitForURL(/\/auth\/v1\/authorize/);
    await at("/login");
    await page.getByRole("button", { name: "Try without an account" }).click();
    await page.waitForURL(/\/start$/);
  });

  it("sign in by single sign-on for an email domain", async () => {
    const { page, server } = story;
    server.auth.company = { domain: "example.org", url: `${server.url}/company` };
    await atLogin();
    await page.getByRole("button", { name: "Single sign-on (SSO)" }).click();
    await page.getByLabel("Domain").fill("nothing");
    await page.keyboard.press("Enter");
    await page.getByText("Enter your work email domain").first().waitFor();
    await page.getByLabel("Domain").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("Single sign-on isn't set up for this domain.").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.getByLabel("Domain").fill("Ada@Example.org");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server.url}/company`);
  });

  it("recover access with an emailed link and a new password", async () => {
    const { page, server } = story;
    await atLogin();
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("We sent a code to").waitFor();
    await at("/confirm?token_hash=good&type=recovery");
    await page.getByLabel("New password").fill("a compass rose");
    await page.getByLabel("Confirm password").fill("a compass nose");
    await page.keyboard.press("Enter");
    await page.getByText("Passwords don't match.").first().waitFor();
    await page.getByLabel("Confirm password").fill("a compass rose");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/start$/);
    expect(server.auth.password).toBe("a compass rose");
  });

  it("explain why a link didn't work", async () => {
    const { page } = story;
    await atLogin("/confirm?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid");
    await page.getByRole("heading", { name: "This link didn't work" }).waitFor();
    await page.getByText("This code is incorrect or has expired.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await page.waitForURL(/\/login$/);
  });

  async function signIn() {
    const { page } = story;
    await atLogin();
    await giveCredentials();
    await page.waitForURL(/\/start$/);
    await at("/settings/security");
  }

  it("hide second factors that the server doesn't support", async () => {
    const { page, server } = story;
    server.auth.factors = { mfa_webauthn_enabled: false };
    await signIn();
    await page.getByRole("button", { name: "Add authenticator app" }).waitFor();
    expect(await page.getByRole("button", { name: "Add security key" }).count()).toBe(0);
    server.auth.factors = { mfa_webauthn_enabled: false, mfa_totp_enabled: false };
    await at("/settings/security");
    await page.getByText("Two-factor authentication isn't available on this server.").waitFor();
    expect(await page.getByRole("button", { name: "Add authenticator app" }).count()).toBe(0);
  });

  it("add a second factor by QR code and remove it", async () => {
    const { page, server } = story;
    await signIn();
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: "QR code" }).waitFor();
    await dialog.getByText("ABCDEFGH").waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel("Authentication code").fill("123456");
    await page.keyboard.press("Enter");
    await page.getByText("Second factor added.").waitFor();
    await page.getByRole("button", { name: "Remove Authenticator app" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => server.auth.hasFactor).toBe(false);
  });

  it("change profile, password, and devices in the settings", async () => {
    const { page, server } = story;
    await signIn();
    await page.getByRole("navigation", { name: "Settings sections" }).getByRole("link", { name: "Profile" }).click();
    await page.waitForURL(/\/settings\/profile$/);
    await page.getByLabel("Bio").fill("Draws coasts.");
    await page.getByRole("region", { name: "Profile" }).getByRole("button", { name: "Save" }).first().click();
    await expect.poll(() => server.product.profile.bio).toBe("Draws coasts.");
    await page.getByLabel("Role").fill("Pilot");
    await page.getByRole("region", { name: "Profile" }).getByRole("button", { name: "Save" }).last().click();
    await expect.poll(() => server.product.profile.professionalInfo).toMatchObject({ occupation: "Pilot" });
    await page.getByRole("link", { name: "Sign-in and security" }).click();
    await page.getByLabel("New password").fill("a compass rose");
    await page.getByLabel("Confirm password").fill("a compass rose");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect.poll(() => server.auth.password).toBe("a compass rose");
    await page.getByRole("button", { name: "Sign out of all other devices" }).click();
    await page.getByText("Signed out on all other devices.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  it("create API keys, which are shown once", async () => {
    const { page, server } = story;
    await at("/settings/apps");
    server.product.plans = [
      {
        tier: server.product.plan.activeSubscriptionTier,
        name: "Pro",
        monthlyPrice: 2_000,
        currency: "usd",
        monthlyCredits: 5_000,
        models: [],
        limits: { apiKeys: 1, keyRequestsPerMinute: 120 },
        features: [],
        isSoldMonthly: false,
        isSoldYearly: false,
      },
    ];
    await at("/settings/apps");
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Key name").fill("Nightly report");
    await page.getByRole("checkbox", { name: "Chat", exact: true }).check();
    await page.getByLabel("Requests per minute").fill("200");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Enter a number from 1 to 120.").last().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Requests per minute").fill("100");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("dialog").getByText("ptl_new_secret").waitFor();
    await page.getByRole("button", { name: "I've saved it" }).click();
    const keys = page.getByRole("list", { name: "Your API keys" });
    await keys.getByText("Nightly report").first().waitFor();
    expect(await keys.textContent()).not.toContain("secret");
    await keys.getByText("Scopes: read, chat · 100 requests a minute · expires on").waitFor();
    await page.getByText("You're using the one API key of your plan.").waitFor();
    await keys.getByRole("button", { name: "Remove Nightly report" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => server.product.keys).toEqual([]);
  });

  it("apply as a Charter, publish to a topic, and propose an item to Discover", async () => {
    const { page, server } = story;
    const product = server.product;
    await at("/settings/profile");
    const card = page.locator("#charters");
    await card.getByLabel("What would you like to publish?").fill("Tides");
    await card.getByRole("button", { name: "Apply" }).click();
    await card.getByText("An administrator will review your application.").waitFor();
    expect(product.application?.reason).toBe("Tides");
    const main = page.getByRole("navigation", { name: "Main" });
    await main.getByRole("link", { name: "Documents" }).waitFor();
    product.isContributor = true;
    product.contributed = [
      {
        kind: "chart",
        id: "c1",
        title: "High water",
        author: { username: "ada" },
        updatedAt: "2026-01-05T10:00:00Z",
        isCurated: false,
        bookmarks: 3,
        views: 1_240,
        recentViews: 56,
      },
    ];
    product.viewDays = [
      { day: "2026-01-04", views: 20 },
      { day: "2026-01-05", views: 36 },
    ];
    await at("/start");
    await main.getByRole("link", { name: "Charters" }).click();
    await page.getByText("Chart · 1,240 views, 56 in the last 30 days · 3 bookmarks").waitFor();
    await page.getByRole("region", { name: "Views by day, last 30 days" }).locator("svg").first().waitFor();
    await page.getByRole("button", { name: "Publish to topic High water" }).click();
    await page.getByRole("textbox", { name: "Topic" }).fill("Climate");
    await checkLook(page);
    await page.keyboard.press("Enter");
    await page.getByText("In Climate").waitFor();
    await page.getByRole("button", { name: "Propose to Discover High water" }).click();
    await page.getByRole("textbox", { name: "Topic" }).fill("Tides");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Propose", exact: true }).click();
    await page.getByText("Proposed", { exact: true }).waitFor();
    await page.getByText("Proposed topic: Tides").waitFor();
    await page.getByRole("button", { name: "Change topic High water" }).click();
    await page.getByRole("textbox", { name: "Topic" }).fill("");
    await page.keyboard.press("Enter");
    await page.getByText("In Climate").waitFor({ state: "detached" });
    await checkLook(page);
  });

  it("buy a plan and see it once the payment arrives", async () => {
    const { page, server } = story;
    const product = server.product;
    product.isBillingEnabled = true;
    product.plans = ["free", "pro"].map((tier, place) => ({
      tier,
      name: place === 0 ? "Free" : "Pro",
      monthlyPrice: place * 2_000,
      ...(place === 1 && { yearlyPrice: 20_000 }),
      currency: "usd",
      monthlyCredits: 5_000,
      models: [],
      limits: { apiKeys: 0, keyRequestsPerMinute: 0 },
      features: [],
      isSoldMonthly: place === 1,
      isSoldYearly: place === 1,
    }));
    await at("/pricing");
    await page.getByRole("button", { name: "Yearly" }).click();
    await page.getByText("$200").waitFor();
    await page.getByRole("button", { name: "Choose Pro" }).click();
    await page.getByText("Waiting for your payment").first().waitFor();
    expect(product.checkouts).toEqual([{ tier: "pro", interval: "year" }]);
    product.plan = { ...product.plan, activeSubscriptionTier: "pro", creditsLeft: 5_000 };
    product.subscription = {
      planName: "Pro",
      interval: "year",
      paidUntil: "2027-01-06T10:00:00Z",
      isPaymentMissing: true,
    };
    await page.getByText("5,000").waitFor();
    const sentence = page.getByRole("paragraph").filter({ hasText: "5,000" });
    expect(await sentence.textContent()).toContain("You're on the Pro plan, with 5,000 credits until");
    await at("/settings/usage");
    await page.getByText("Your last payment failed.").waitFor();
    await page.getByRole("button", { name: "Manage billing" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("show who gives plans where none are sold", async () => {
    const { page, server } = story;
    server.product.isBillingEnabled = false;
    await at("/pricing");
    await page.getByText("Plans aren't sold on this server. Ask the administrator for one.").waitFor();
    await at("/settings/usage");
    await page.getByText("Plans aren't sold on this server. Ask the administrator to change your plan.").waitFor();
    expect(await page.getByRole("button", { name: "Manage billing" }).count()).toBe(0);
  });

  it.each(["ada", "ada@example.org"])("are deleted only after the user enters their name, as %s", async (name) => {
    const { page, server } = story;
    await at("/settings/data");
    await page.getByRole("button", { name: "Delete account" }).click();
    const field = page.getByLabel("Enter ada or ada@example.org to confirm");
    await field.fill("eda");
    await page.keyboard.press("Enter");
    await page.getByText("Enter ada or ada@example.org to confirm.").first().waitFor();
    expect(server.product.isDeleted).toBe(false);
    expect(await violations(page)).toEqual([]);
    await field.fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You're signed out" }).waitFor();
    expect(server.product.isDeleted).toBe(true);
    await at("/start");
    await page.waitForURL(/\/login$/);
  });
});
