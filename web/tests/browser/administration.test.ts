import { describe, expect, it } from "vitest";
import type { LatestChat, MailMessage } from "../../app/api/admin.ts";
import type { UserUsage } from "../../app/contract/types.ts";
import { checkLook, violations } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import { seedServer } from "./double/furnish.ts";
import { addressesOf, openPage } from "./every-page.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("the admin area", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);

  const latest = (chatId: string, extra: Partial<LatestChat> = {}): LatestChat => ({
    chatId,
    user: { id: "u1", email: "grace@example.org", username: "grace" },
    model: "scripted",
    running: false,
    outcome: "completed",
    turns: 2,
    credits: 3,
    createdAt: "2026-01-04T10:00:00Z",
    updatedAt: "2026-01-05T10:00:00Z",
    ...extra,
  });

  const people = (count: number): UserUsage[] =>
    Array.from({ length: count }, (_, index) => ({
      userId: `u${index}`,
      email: `person${index}@example.org`,
      username: `person${index}`,
      tier: index % 3 === 0 ? "pro" : "free",
      creditsLeft: count - index,
      creditsTotal: 5_000,
      creditsUsed: (index * 7) % 500,
      turns: index % 90,
      periodCreditsUsed: (index * 11) % 700,
      isAdmin: index === 0,
      ...(index === 1 && { suspendedUntil: "2126-01-01T00:00:00Z" }),
      createdAt: "2025-12-05T10:00:00Z",
      ...(index % 5 !== 0 && { lastTurnAt: "2026-01-05T10:00:00Z" }),
    }));

  it("is closed to users who aren't admins", async () => {
    const { page, browser, server } = story;
    await at("/admin/latest-chats");
    await page.waitForURL(/\/start$/);
    await browser.context.clearCookies();
    await at("/admin");
    await page.waitForURL(/\/login$/);
    server.product.isAdmin = true;
    await browser.context.addCookies([server.sessionCookie]);
    await at("/login");
    await page.waitForURL(/\/admin$/);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  });

  it("lists the latest chats live", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.latest = [
      latest("a"),
      latest("b", { user: { id: "u2", email: null, username: "hopper" }, updatedAt: "2026-01-04T10:00:00Z" }),
    ];
    await at("/admin/latest-chats");
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("link", { name: "View chat of grace" }).waitFor();
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    await expect.poll(() => rows.count()).toBe(2);
    server.product.tellLatest(
      latest("b", {
        user: { id: "u2", email: null, username: "hopper" },
        running: true,
        updatedAt: "2026-01-06T10:00:00Z",
      }),
    );
    await page.getByText("Running").waitFor();
    await expect.poll(() => rows.first().textContent()).toContain("hopper");
    server.product.tellLatest(latest("c", { outcome: "failed", updatedAt: "2026-01-07T10:00:00Z" }));
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole("searchbox", { name: "Search chats by email or username" }).fill("nobody");
    await page.getByText("We couldn't find any items with that term. Please try again.").waitFor();
  });

  it("shows a chat and its events live after a reason was entered", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    const chat = server.createChat();
    chat.rename("Rain");
    chat.start({ text: "How much rain fell?", sourceIds: [] }, null);
    chat.open("text");
    chat.write("It fell");
    await at(`/admin/chat-viewer?chat=${chat.id}`);
    await page.getByRole("button", { name: "View chat" }).click();
    await page.getByText("Enter a reason for viewing this chat.").waitFor();
    expect(server.product.reasons).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Reason for viewing this chat").fill("A wrong total was reported");
    await page.keyboard.press("Enter");
    await page.getByText("It fell").waitFor();
    expect(new Set(server.product.reasons)).toEqual(new Set(["A wrong total was reported"]));
    chat.write(" for days.");
    await page.getByText("It fell for days.").waitFor();
    chat.close({ type: "text", markdown: "It fell for days." });
    chat.finish();
    const events = page.getByRole("region", { name: "Events" });
    await events.getByRole("button", { name: /turn\.finished/ }).click();
    await events.getByText('"outcome": "completed"').waitFor();
    expect(await page.getByRole("textbox", { name: "Your message" }).count()).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  it("renders only visible rows of 100,000, loads more on scroll, and sorts on the server", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.people = people(100_000);
    await at("/admin/user-usage");
    const table = page.getByRole("table");
    await table.getByText("person0", { exact: true }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    const scroll = () =>
      page.getByRole("region", { name: "User usage" }).evaluate((region) => region.scrollTo(0, region.scrollHeight));
    await scroll();
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("201");
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    // The number of rows in the page doesn't grow with those that are loaded, so twenty pages stand for a thousand.
    for (let pages = 3; pages <= 20; pages++) {
      await scroll();
      await expect.poll(() => table.getAttribute("aria-rowcount")).toBe(String(100 * pages + 1));
      expect(await page.getByRole("row").count()).toBeLessThan(60);
    }
    await page.getByRole("button", { name: "Credits left" }).click();
    const header = page.getByRole("columnheader", { name: "Credits left" });
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
    await expect.poll(() => server.product.admin.queries.at(-1)).toContain("sort=creditsLeft&direction=descending");
    await page.getByRole("button", { name: "Credits left" }).click();
    await expect.poll(() => server.product.admin.queries.at(-1)).toContain("sort=creditsLeft&direction=ascending");
  });

  it("filters feedback and replies to it", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.feedback = [
      {
        id: "f1",
        text: "More colours, please!",
        metadata: { route: "/charts", email: null },
        user: { id: "u1", email: "grace@example.org" },
        status: "new",
        createdAt: "2026-01-05T10:00:00Z",
      },
    ];
    await at("/admin/user-feedback");
    await page.getByRole("button", { name: "More colours, please!" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").selectOption("done");
    await expect.poll(() => server.product.feedback[0]?.status).toBe("done");
    await expect.poll(() => dialog.getByRole("link", { name: "/charts" }).getAttribute("href")).toBe("/charts");
    await dialog.getByRole("button", { name: "Send reply" }).click();
    await dialog.getByText("Enter a reply.").first().waitFor();
    await checkLook(page);
    await dialog.getByLabel("Reply").fill("Green is on its way.");
    await dialog.getByRole("button", { name: "Send reply" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Reply to grace@example.org is on its way.").waitFor();
    expect(server.product.feedback[0]?.reply).toBe("Green is on its way.");
    await page.getByRole("button", { name: "More colours, please!" }).click();
    await dialog.getByText("Green is on its way.").waitFor();
    expect(await dialog.getByRole("button", { name: "Send reply" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByText("We couldn't find any items.").waitFor();
  });

  const message = (id: string, extra: Partial<MailMessage> = {}): MailMessage => ({
    id,
    kind: "mail",
    purpose: "recovery",
    recipient: `${id}@example.org`,
    status: "failed",
    attempts: 4,
    dueAt: "2026-01-05T10:00:00Z",
    lastError: "550 no such mailbox",
    expiresAt: "2099-01-05T11:00:00Z",
    createdAt: "2026-01-05T10:00:00Z",
    ...extra,
  });

  it("lists mail by status and resends a stuck message", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.mail = [
      message("failing"),
      message("expired", { expiresAt: "2026-01-05T11:00:00Z" }),
      message("queued", { status: "waiting", lastError: null, attempts: 0 }),
      message("delivered", { status: "sent", lastError: null, attempts: 1 }),
    ];
    await at("/admin");
    await page.getByRole("link", { name: "Mail" }).click();
    const failing = page.getByRole("row").filter({ hasText: "failing@example.org" });
    await failing.getByText("550 no such mailbox").waitFor();
    for (const shown of ["Failed", "Email, recovery", "4"])
      await expect.poll(() => failing.textContent()).toContain(shown);
    const rows = page.getByRole("row").filter({ hasText: "@example.org" });
    await expect.poll(() => rows.count()).toBe(2);
    const expired = rows.filter({ hasText: "expired@example.org" });
    expect(await expired.getByRole("button").count()).toBe(0);
    for (const [filter, recipient] of [
      ["Queued", "queued@example.org"],
      ["Sent", "delivered@example.org"],
    ] as const) {
      await page.getByRole("button", { name: filter, exact: true }).click();
      await rows.getByText(recipient).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
    }
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole("searchbox", { name: "Search messages by recipient" }).fill("nobody");
    await page.getByText("We couldn't find any items with that term. Please try again.").waitFor();
    await page.getByRole("searchbox", { name: "Search messages by recipient" }).fill("");
    await page.getByRole("button", { name: "Stuck", exact: true }).click();
    // Sent in the meantime: the refusal is shown, and the row goes.
    server.product.mail = server.product.mail.map((each) =>
      each.id === "expired" ? message("expired", { status: "sent", lastError: null }) : each,
    );
    await failing.getByRole("button", { name: "Retry the message to failing@example.org" }).click();
    await page.getByText("Sending again to failing@example.org.").waitFor();
    await page.getByText("No stuck messages.").waitFor();
  });

  it("shows an error when mail can't be loaded, and retries", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.mail = [message("failing")];
    let isDown = true;
    server.intercept = (request, response) => {
      if (!isDown || !request.url?.startsWith("/api/admin/mail")) return false;
      return problem(response, 503, "unavailable", "The database doesn't answer. Try again.");
    };
    await at("/admin/mail");
    await page.getByText("Couldn't load mail.").waitFor();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("failing@example.org").waitFor();
  });

  it("lists API keys with their owners", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.keys = [
      {
        id: "k1",
        name: "Nightly report",
        prefix: "ptl_abc",
        scopes: ["read"],
        requestsPerMinute: 60,
        createdAt: "2026-01-05T10:00:00Z",
        user: { id: "u1", email: "grace@example.org", username: "grace" },
      },
    ];
    await at("/admin");
    await page.getByRole("link", { name: "API keys" }).click();
    const row = page.getByRole("row").filter({ hasText: "Nightly report" });
    await row.waitFor();
    await expect.poll(() => row.textContent()).toContain("grace");
    await expect.poll(() => row.textContent()).toContain("Never");
    await row.getByRole("button", { name: "Revoke Nightly report" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect
      .poll(() => server.product.admin.acts)
      .toEqual([{ action: "DELETE api-keys", subject: "k1", body: {} }]);
  });

  it("accepts and declines Charter applications with a reason", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.admin.contributorQueue = {
      applications: [
        { user: { id: "u7", username: "grace" }, reason: "I chart the tides.", appliedAt: "2026-01-05T10:00:00Z" },
      ],
      proposals: [],
    };
    await at("/admin");
    await page.getByRole("link", { name: "Charters" }).click();
    await page.getByText("I chart the tides.").waitFor();
    await page.getByText("No proposals are waiting.").waitFor();
    await page.getByRole("button", { name: "Accept grace" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Good charts");
    await dialog.getByRole("button", { name: "Accept" }).click();
    const body = { isAccepted: true, reason: "Good charts" };
    await expect
      .poll(() => server.product.admin.acts)
      .toEqual([{ action: "POST contributor-applications", subject: "u7", body }]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  it("lists Charters with their views and revokes the role of one", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.admin.contributors = [
      { user: { id: "u7", email: "grace@example.org", username: "grace" }, items: 4, views: 1_200, recentViews: 300 },
    ];
    await at("/admin/contributors");
    const row = page.getByRole("row").filter({ hasText: "grace" });
    for (const shown of ["4", "1,200", "300"]) await expect.poll(() => row.textContent()).toContain(shown);
    await row.getByRole("button", { name: "Revoke role grace" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Spam");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(server.product.admin.acts).toEqual([
      { action: "POST contributors withdraw", subject: "u7", body: { reason: "Spam" } },
    ]);
    await checkLook(page);
  });

  it.each(["/latest-chats", "/user-feedback", "/mail"])("exports the list of %s as CSV", async (path) => {
    const { page, server } = story;
    server.product.isAdmin = true;
    await at(`/admin${path}`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^portolan-[a-z-]+\.csv$/);
    expect(server.product.admin.queries.at(-1)).toContain("format=csv");
    await checkLook(page);
  });

  it("shows the events of the open chat in debug mode", async () => {
    const { page, server } = story;
    server.product.isAdmin = true;
    const chat = server.createChat();
    chat.start({ text: "How much?", sourceIds: [] }, null);
    await at(`/chats/${chat.id}`);
    await expect.poll(() => chat.streamCount).toBe(1);
    await page.keyboard.press("Meta+d");
    const events = page.getByRole("region", { name: "Events" });
    await events.waitFor();
    chat.add({ type: "text", markdown: "42 mm." });
    await events.getByText("block.closed").waitFor();
    await page.keyboard.press("Meta+d");
    await events.waitFor({ state: "detached" });
  });

  const adminPaths = addressesOf({ "*": "nothing" }).filter((path) => path.startsWith("/admin"));

  it.each(adminPaths)("is accessible at %s in both themes, wide and at 390 px", async (path) => {
    seedServer(story.server);
    await openPage(story, story.page, path);
    await checkLook(story.page, 390);
  });
});
