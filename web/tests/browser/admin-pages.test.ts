import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { OverviewDay } from "../../app/api/admin-figures.ts";
import type { AdminItem, FeaturedItem } from "../../app/api/admin-items.ts";
import type { UserUsage } from "../../app/contract/types.ts";
import { checkLook } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("admin pages", () => {
  const story = scriptedStories();

  const user = (name: string, extra: Partial<UserUsage> = {}): UserUsage => ({
    userId: name,
    email: `${name}@example.org`,
    username: name,
    tier: "free",
    creditsLeft: 120,
    creditsTotal: 200,
    creditsUsed: 80,
    turns: 12,
    periodCreditsUsed: 80,
    isAdmin: false,
    createdAt: "2025-12-05T10:00:00Z",
    ...extra,
  });

  const item = (id: string, extra: Partial<AdminItem> = {}): AdminItem => ({
    kind: "chart",
    id,
    title: `Chart ${id}`,
    author: { username: "grace" },
    updatedAt: "2026-01-05T10:00:00Z",
    ownerId: "u1",
    ownerEmail: "grace@example.org",
    isCurated: false,
    views: 1_200,
    ...extra,
  });

  const featured = (id: string, extra: Partial<FeaturedItem> = {}): FeaturedItem => ({
    kind: "chart",
    id,
    title: `Chart ${id}`,
    author: { username: "grace" },
    updatedAt: "2026-01-05T10:00:00Z",
    isCurated: true,
    ...extra,
  });

  const day = (date: string, turns: number): OverviewDay => ({
    day: date,
    newUsers: 2,
    activeUsers: 5,
    turns,
    failed: 1,
    inputTokens: 12_000,
    outputTokens: 3_000,
    credits: 40,
    cost: 44,
    estimatedCost: 4,
    medianMillis: 2_400,
    p95Millis: 9_000,
  });

  async function open(path: string) {
    const { page, server } = story;
    server.product.isAdmin = true;
    await page.goto(`${server.url}/admin${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return { page, admin: server.product.admin };
  }

  it("change a user's credits with a reason by keyboard", async () => {
    story.server.product.people = [user("ada")];
    const { page, admin } = await open("/user-usage");
    await page.getByRole("button", { name: "Actions for ada" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change credits" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("ada has 120 credits left.").waitFor();
    await dialog.getByLabel("Credits to grant").fill("50");
    await dialog.getByRole("button", { name: "Grant credits" }).last().click();
    await dialog.getByText("Enter a reason.").first().waitFor();
    expect(admin.acts).toEqual([]);
    await dialog.getByLabel("Expires in (days)").fill("30");
    await dialog.getByLabel("Reason").fill("A bug cost them an answer");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const body = { kind: "grant", credits: 50, reason: "A bug cost them an answer", expiresInDays: 30 };
    expect(admin.acts).toEqual([{ action: "POST users credits", subject: "ada", body }]);
  });

  it("suspend and restore users and show the ledger", async () => {
    story.server.product.people = [user("ada"), user("eve", { suspendedUntil: "2126-01-01T00:00:00Z" })];
    const { page, admin } = await open("/user-usage");
    admin.ledger = [
      {
        number: 1,
        kind: "adjustment",
        amount: -80,
        balanceAfter: 120,
        description: "Fraud",
        createdAt: "2026-01-05T10:00:00Z",
      },
    ];
    for (const [name, action] of [
      ["ada", "Suspend"],
      ["eve", "Restore"],
    ] as const) {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: action }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("Abuse");
      await dialog.getByRole("button", { name: action }).click();
      await dialog.waitFor({ state: "detached" });
    }
    expect(admin.acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "POST users suspend ada",
      "POST users restore eve",
    ]);
    await page.getByRole("button", { name: "Actions for ada" }).click();
    await page.getByRole("menuitem", { name: "View ledger" }).click();
    await page.getByRole("dialog").getByText("Fraud").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "90 days" }).click();
    await expect.poll(() => admin.queries.at(-1)).toContain("days=90");
    await checkLook(page);
  });

  it("keep every column readable on a phone and cut no control", async () => {
    const { admin } = story.server.product;
    admin.contributors = [{ user: { id: "u7", username: "grace" }, items: 6, views: 1_240, recentViews: 310 }];
    for (const path of ["/contributors", "/api-keys", "/user-feedback", "/user-usage"]) {
      const { page } = await open(path);
      for (const width of [390, 1_440]) {
        await page.setViewportSize({ width, height: 844 });
        const titles = page.getByRole("columnheader");
        await titles.first().waitFor();
        const widths = await titles.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
        expect(Math.min(...widths), `${path} at ${width}`).toBeGreaterThanOrEqual(80);
        const cut = await page
          .locator("td:has(button, select)")
          .evaluateAll((cells) => cells.filter((cell) => getComputedStyle(cell).textOverflow === "ellipsis").length);
        const links = await page.locator("td:has(button.truncate)").count();
        expect(cut - links, `${path} at ${width}`).toBe(0);
      }
    }
  });

  it("keep the actions of each row in sight on a phone and a tablet", async () => {
    story.server.product.people = [user("ada")];
    const { page } = await open("/user-usage");
    const actions = page.getByRole("button", { name: "Actions for ada" });
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => actions.evaluate((node) => node.getBoundingClientRect().right), { message: `${width} wide` })
        .toBeLessThan(width);
    }
  });

  it("export a whole list as CSV", async () => {
    story.server.product.people = [user("ada"), user("eve")];
    const { page } = await open("/user-usage");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("portolan-user-usage.csv");
    expect(await readFile(await file.path(), "utf8")).toBe("rows\n2\n");
  });

  it("feature, hide, and unhide charts", async () => {
    story.server.product.admin.items = [item("a"), item("b", { isCurated: true })];
    const { page, admin } = await open("/charts");
    const act = async (title: string, action: string) => {
      await page.getByRole("button", { name: `Actions for ${title}` }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await act("Chart a", "Feature on discover");
    await page.getByText("Added to the discover page.").waitFor();
    await act("Chart b", "Remove from discover");
    await page.getByText("Removed from the discover page.").waitFor();
    await act("Chart b", "Hide");
    await page.getByRole("dialog").getByLabel("Reason").fill("Personal data");
    await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    await page.getByRole("link", { name: "Chart b" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Hidden", exact: true }).first().click();
    await page.getByText("Personal data").waitFor();
    await checkLook(page);
    await act("Chart b", "Unhide");
    await page.getByText("We couldn't find any items.").waitFor();
    expect(admin.acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "PUT discover a",
      "DELETE discover b",
      "PUT hidden b",
      "DELETE hidden b",
    ]);
  });

  it("search documents on the server", async () => {
    story.server.product.admin.items = [item("d", { kind: "portolan", title: "Rain" })];
    const { page, admin } = await open("/portolans");
    await page.getByText("Rain").waitFor();
    await page.getByRole("searchbox", { name: "Search documents by title" }).fill("rai");
    await expect.poll(() => admin.queries.at(-1)).toContain("q=rai");
    await checkLook(page);
  });

  it("order the discover page by keyboard and by drag, and schedule items", async () => {
    story.server.product.admin.featured = [
      featured("a"),
      featured("b", { topic: "Weather" }),
      featured("c", { startsAt: "2099-01-01T00:00:00Z" }),
    ];
    const { page, admin } = await open("/discover");
    const titles = () => page.getByRole("list", { name: "Featured items" }).getByRole("link").allTextContents();
    await page.getByRole("button", { name: "Move down Chart a" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(titles).toEqual(["Chart b", "Chart a", "Chart c"]);
    await page.getByText("Chart a moved to position 2.").waitFor({ state: "attached" });
    const rows = page.getByRole("list", { name: "Featured items" }).getByRole("listitem");
    await rows.nth(2).dragTo(rows.nth(0));
    await expect.poll(titles).toEqual(["Chart c", "Chart b", "Chart a"]);
    await page.getByRole("button", { name: "Edit Chart a" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Topic").fill("Sport");
    await dialog.getByRole("button", { name: "Save" }).click();
    await rows.nth(2).getByText("Sport").waitFor();
    await checkLook(page);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Visitors see 2 of 3 featured items now.").waitFor();
    await page.getByRole("button", { name: "Arrange" }).click();
    await page.getByRole("button", { name: "Remove Chart b" }).click();
    await expect.poll(titles).toEqual(["Chart c", "Chart a"]);
    expect(admin.acts.map(({ action }) => action)).toEqual([
      "PUT discover",
      "PUT discover",
      "PUT discover",
      "DELETE discover",
    ]);
  });

  it("show page reads by day and for one site", async () => {
    const { admin } = story.server.product;
    admin.domains = [
      { domain: "a.example", reads: 10, blocked: 2, failed: 1, boards: 4, lastReadAt: "2026-01-05T10:00:00Z" },
    ];
    admin.domainDays = [{ day: "2026-01-05", reads: 10, blocked: 2, failed: 1, boards: 4 }];
    const { page } = await open("/domain-stats");
    const row = page.getByRole("row").filter({ hasText: "a.example" });
    await row.getByText("70%").waitFor();
    await page.getByRole("heading", { name: "Reads across all sites, last 30 days" }).waitFor();
    await row.getByRole("button", { name: "a.example" }).click();
    await page.getByRole("heading", { name: "Reads of a.example, last 30 days" }).waitFor();
    await page.getByRole("heading", { name: "Boards created from a.example, last 30 days" }).waitFor();
    expect(admin.queries.at(-1)).toContain("domain=a.example");
    await page.locator("svg[role], [role=img]").first().waitFor();
    await checkLook(page);
  });

  it("show figures of today and charts of previous days", async () => {
    story.server.product.admin.overview = {
      days: [day("2026-01-04", 10), day("2026-01-05", 20), day("2026-01-06", 15)],
      models: [],
    };
    const { page } = await open("");
    const today = page.getByRole("region", { name: "Today (UTC)" });
    await today.waitFor();
    for (const shown of ["15,000", "2.4 s", "6.7% of turns", "95th percentile 9.0 s"]) {
      await expect.poll(() => today.textContent()).toContain(shown);
    }
    for (const title of ["Users by day", "Turns by day", "Tokens by day", "Credits by day", "Latency by day"]) {
      const chart = page.getByRole("region", { name: title });
      await chart.locator("svg").first().waitFor();
    }
    await checkLook(page);
  });

  it("list admin actions in the audit log", async () => {
    story.server.product.admin.log = [
      {
        id: "l1",
        admin: { id: "u1", email: "keeper@example.org", username: "keeper" },
        action: "user.suspended",
        subjectKind: "user",
        subject: "u2",
        detail: { reason: "Abuse" },
        createdAt: "2026-01-05T10:00:00Z",
      },
    ];
    const { page, admin } = await open("/audit-log");
    const row = page.getByRole("row").filter({ hasText: "User suspended" });
    await row.waitFor();
    await expect.poll(() => row.textContent()).toContain("reason: Abuse");
    await checkLook(page);
    await page.getByRole("searchbox", { name: "Search by target: user, ID or name" }).fill("ada");
    await page.getByLabel("Admin (email or username)").fill("keeper");
    await page.getByLabel("From").fill("2026-01-01");
    await page.getByLabel("To", { exact: true }).fill("2026-01-31");
    await page.getByRole("combobox", { name: "Action" }).selectOption("User suspended");
    await expect.poll(() => admin.queries.at(-1)).toContain("q=ada");
    await expect
      .poll(() => admin.queries.at(-1))
      .toContain("action=user.suspended&admin=keeper&from=2026-01-01&to=2026-01-31");
    admin.log = [];
    await page.getByRole("button", { name: "When" }).click();
    await page.getByText("We couldn't find any items with that term. Please try again.").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByText("No actions match these filters.").waitFor();
  });

  it.each(["/admin/nothing", "/admin/charts/nothing", "/admin/api-keys/x/y", "/administrator"])(
    "keep %s closed to users who aren't admins",
    async (path) => {
      const { page, server, browser } = story;
      const seen = () => new URL(page.url()).pathname;
      await page.goto(`${server.url}${path}`);
      // The login page sends a user with a session on to the start page.
      await expect.poll(seen).toBe("/start");
      await browser.context.clearCookies();
      await page.goto(`${server.url}${path}`);
      await expect.poll(seen).toBe("/login");
      await browser.context.addCookies([server.sessionCookie]);
      server.product.isAdmin = true;
      await page.goto(`${server.url}${path}`);
      await page.getByText("Oops! Nothing to see here.").waitFor();
      expect(seen()).toBe(path);
    },
  );

  it.each(["/Admin/charts", "/%61dmin/charts"])("keep %s closed to users who aren't admins, too", async (path) => {
    const { page, server } = story;
    await page.goto(`${server.url}${path}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/start");
  });
});
