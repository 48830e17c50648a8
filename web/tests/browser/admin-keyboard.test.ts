import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { seedServer } from "./double/furnish.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("admin pages by keyboard alone", () => {
  const story = scriptedStories();

  async function open(path: string) {
    const { page, server } = story;
    seedServer(server);
    server.product.isAdmin = true;
    await page.goto(`${server.url}/admin${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return { page, admin: server.product.admin };
  }

  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, element: Locator) {
    await element.waitFor();
    for (let presses = 0; presses < 150; presses++) {
      if (await element.evaluate((node) => node === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab doesn't reach ${element}`);
  }

  async function press(page: Page, element: Locator) {
    await tabTo(page, element);
    await page.keyboard.press("Enter");
  }

  /** Moves down an open menu to an item. The focus follows each key a moment later, and stays at the last item. */
  async function moveTo(page: Page, name: RegExp) {
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    const wanted = (await items.allTextContents()).findIndex((text) => name.test(text));
    expect(wanted).toBeGreaterThanOrEqual(0);
    const focused = () => items.evaluateAll((nodes) => nodes.findIndex((node) => node === document.activeElement));
    await expect.poll(focused).toBe(0);
    for (let place = 1; place <= wanted; place++) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(focused).toBe(place);
    }
  }

  it.each(["/charts", "/portolans"])("feature an item of %s", async (path) => {
    const { page, admin } = await open(path);
    admin.items = (["chart", "portolan"] as const).map((kind) => ({
      kind,
      id: kind,
      title: "Rain",
      author: { username: "grace" },
      updatedAt: "2026-01-05T10:00:00Z",
      ownerId: "u1",
      ownerEmail: "grace@example.org",
      isCurated: false,
      views: 1,
    }));
    await page.reload();
    await press(page, page.getByRole("button", { name: /^Actions for/ }).first());
    await moveTo(page, /(Feature on|Remove from) discover/);
    await page.keyboard.press("Enter");
    await expect.poll(() => admin.acts.map(({ action }) => action.split(" ")[1])).toEqual(["discover"]);
  });

  it("revoke an API key", async () => {
    const { page, admin } = await open("/api-keys");
    await press(page, page.getByRole("button", { name: /^Revoke/ }).first());
    const dialog = page.getByRole("dialog");
    await press(page, dialog.getByRole("button", { name: /^Revoke/ }));
    await dialog.waitFor({ state: "detached" });
    expect(admin.acts.map(({ action }) => action)).toEqual(["DELETE api-keys"]);
  });

  it("send a stuck message again", async () => {
    const { page } = await open("/mail");
    story.server.product.mail = [
      {
        id: "m1",
        kind: "mail",
        purpose: "recovery",
        recipient: "grace@example.org",
        status: "failed",
        attempts: 3,
        dueAt: "2099-01-05T10:00:00Z",
        lastError: "refused",
        expiresAt: "2099-01-05T10:00:00Z",
        createdAt: "2026-01-05T10:00:00Z",
      },
    ];
    await page.reload();
    const retried = page.waitForRequest((request) => /\/api\/admin\/mail\/[^/]+\/retry$/.test(request.url()));
    await press(page, page.getByRole("button", { name: /^Retry/ }).first());
    expect((await retried).method()).toBe("POST");
  });

  it("show the days of one site", async () => {
    const { page, admin } = await open("/domain-stats");
    await press(page, page.getByRole("table").getByRole("button", { name: /\./ }).first());
    await page.getByRole("heading", { name: /^Reads of/ }).waitFor();
    expect(admin.queries.at(-1)).toContain("domain=");
    await press(page, page.getByRole("button", { name: "Show all sites" }));
    await page.getByRole("heading", { name: "Reads across all sites, last 30 days" }).waitFor();
  });

  it("open one of the latest chats, which asks for a reason", async () => {
    const { page } = await open("/latest-chats");
    await press(page, page.getByRole("link", { name: /^View chat of/ }).first());
    await page.getByLabel("Reason for viewing this chat").waitFor();
  });

  it("enter the ID of a chat and a reason, and read it", async () => {
    const { page } = await open("/chat-viewer");
    const chat = story.server.createChat();
    chat.start({ text: "How much rain fell?", sourceIds: [] }, null);
    chat.add({ type: "text", markdown: "42 mm." });
    chat.finish();
    await tabTo(page, page.getByLabel("Chat", { exact: true }));
    await page.keyboard.type(chat.id);
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByLabel("Reason for viewing this chat"));
    await page.keyboard.type("A wrong total was reported");
    await page.keyboard.press("Enter");
    await page.getByText("42 mm.").waitFor();
    expect(new Set(story.server.product.reasons)).toEqual(new Set(["A wrong total was reported"]));
  });

  it("reply to feedback", async () => {
    const { page } = await open("/user-feedback");
    await press(page, page.getByRole("button", { name: "More colours, please!" }));
    const dialog = page.getByRole("dialog");
    await tabTo(page, dialog.getByLabel("Reply"));
    await page.keyboard.type("Green is on its way.");
    await press(page, dialog.getByRole("button", { name: "Send reply" }));
    await page.getByText("Reply to grace@example.org is on its way.").waitFor();
    expect(story.server.product.feedback[0]?.reply).toBe("Green is on its way.");
  });

  it("accept a Charter application", async () => {
    const { page, admin } = await open("/contributors");
    admin.contributorQueue = {
      applications: [
        { user: { id: "u7", username: "hopper" }, reason: "I chart the tides.", appliedAt: "2026-01-05T10:00:00Z" },
      ],
      proposals: [],
    };
    await page.reload();
    await press(page, page.getByRole("button", { name: "Accept hopper" }));
    const dialog = page.getByRole("dialog");
    await tabTo(page, dialog.getByLabel("Reason"));
    await page.keyboard.type("Good charts");
    await press(page, dialog.getByRole("button", { name: "Accept" }));
    await dialog.waitFor({ state: "detached" });
    const body = { isAccepted: true, reason: "Good charts" };
    expect(admin.acts).toEqual([{ action: "POST contributor-applications", subject: "u7", body }]);
  });

  it("sort and filter the audit log", async () => {
    const { page, admin } = await open("/audit-log");
    await tabTo(page, page.getByRole("combobox", { name: "Action" }));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => admin.queries.at(-1)).toContain("action=api_key.revoked");
    await press(page, page.getByRole("button", { name: "When" }));
    await expect.poll(() => admin.queries.at(-1)).toContain("direction=ascending");
  });

  it("choose the period of the overview and follow a link from it", async () => {
    const { page } = await open("");
    const period = page.getByRole("button", { name: "7 days", exact: true });
    await press(page, period);
    await expect.poll(() => period.getAttribute("aria-pressed")).toBe("true");
    await press(page, page.getByRole("main").getByRole("link", { name: "Latest chats", exact: true }));
    await page.waitForURL(/\/admin\/latest-chats$/);
  });
});
