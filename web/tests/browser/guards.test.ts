import { describe, expect, it } from "vitest";
import { scriptedStories } from "./scripted-story.ts";

describe("page access", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);
  const address = () => story.page.url().slice(story.server.url.length);
  const leadsTo = (path: string) => expect.poll(address).toBe(path);
  const signOut = () => story.browser.context.clearCookies();
  const signIn = () => story.browser.context.addCookies([story.server.sessionCookie]);

  it("redirects a visitor to the login and back to the full path", async () => {
    await signOut();
    await at("/settings?from=mail#plan");
    await leadsTo("/login");
    const cookies = await story.browser.context.cookies();
    expect(cookies.find(({ name }) => name === "portolan-return-path")?.sameSite).toBe("Lax");
    await signIn();
    await story.page.reload();
    await leadsTo("/settings/usage?from=mail#plan");
  });

  it("rejects invalid ids before sending a request", async () => {
    const { page, server } = story;
    await at("/charts/not%20an%20id");
    await page.getByText("Oops! Nothing to see here.").waitFor();
    await page.getByText("404", { exact: true }).waitFor();
    await page.getByText("Page Not Found: /charts/not%20an%20id").waitFor();
    expect(server.requests.filter((request) => request.includes("/api/charts/"))).toEqual([]);
    await at("/not-a-page");
    await page.getByText("Page not found: /not-a-page").waitFor();
  });

  it("asks for both names once, then opens the requested page", async () => {
    const { page, server } = story;
    server.product.profile = { username: null, fullName: null };
    await at("/charts?kind=plot");
    await leadsTo("/complete-profile");
    await page.getByLabel("Full name").fill("Ada Lovelace");
    await page.getByLabel("Username").fill("ada");
    await page.getByRole("button", { name: "Continue" }).click();
    await leadsTo("/charts?kind=plot");
    expect(server.product.profile).toEqual({ username: "ada", fullName: "Ada Lovelace" });
  });

  it("opens admin pages to admins only", async () => {
    const { page, server } = story;
    await at("/admin");
    await leadsTo("/start");
    server.product.isAdmin = true;
    await at("/admin/user-usage");
    await page.getByRole("heading", { name: "User usage" }).waitFor();
    await signOut();
    await at("/admin/user-usage");
    await leadsTo("/login");
  });

  it("redirects signed-in users from the front page to the start page", async () => {
    const { page } = story;
    await at("/");
    await leadsTo("/start");
    await at("/pricing");
    await page.getByRole("link", { name: "Portolan home" }).click();
    await leadsTo("/start");
    await signOut();
    await at("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(address()).toBe("/");
  });

  it("keeps the extension panel on the extension's page", async () => {
    const { page } = story;
    await at("/pricing?embedded_by=extension");
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const path of ["/", "/login", "/start"]) {
      await at(path);
      await leadsTo("/extension");
    }
    await at("/pricing");
    await page.getByRole("link", { name: "Portolan home" }).click();
    await leadsTo("/extension");
    await page.evaluate(() => sessionStorage.clear());
    await at("/start");
    await page.getByRole("textbox", { name: "Your question" }).waitFor();
    expect(address()).toBe("/start");
  });

  it("redirects a path that contains a URL and shows a 404 page for other unknown paths", async () => {
    const { page } = story;
    await at("/chrome://settings");
    await leadsTo("/start");
    await signOut();
    await at("/https://example.org/a?b=c");
    await leadsTo("/login");
    expect((await story.browser.context.cookies()).find(({ name }) => name === "portolan-return-path")?.value).toBe(
      encodeURIComponent(`/boards/new?${new URLSearchParams({ q: "https://example.org/a?b=c" })}`),
    );
    await at("/nothing-here");
    await page.getByText("Oops! Nothing to see here.").waitFor();
    await page.getByText("Page not found: /nothing-here").waitFor();
    await page.getByRole("link", { name: "Go back home" }).click();
    await leadsTo("/");
    await at("/plans");
    await leadsTo("/pricing");
  });

  it("hides the error page from crawlers", async () => {
    const { browser, server } = story;
    const page = await browser.newPage();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (compatible; Googlebot/2.1)" }),
    );
    await page.goto(`${server.url}/nothing-here`);
    await page.getByRole("link", { name: "Pricing" }).first().waitFor();
    expect(await page.getByText("Oops!").count()).toBe(0);
  });

  it("loads the plan only where it is shown", async () => {
    const { page, server } = story;
    const asked = () => server.requests.filter((request) => request === "GET /api/user/plan").length;
    for (const path of ["/charts/x", "/pricing", "/about", "/legal/terms"]) {
      await at(path);
      await page.locator("h1, h2").first().waitFor();
    }
    await at("/charts");
    await page.getByText("Credits left").first().waitFor();
    expect(asked()).toBe(1);
    await page.getByRole("link", { name: "New" }).first().click();
    await leadsTo("/start");
    expect(asked()).toBe(1);
  });
});
