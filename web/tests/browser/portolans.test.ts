import { describe, expect, it } from "vitest";
import type { Chart } from "../../app/api/charts.ts";
import { violations } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

const CHART: Chart = {
  id: "c1",
  chartId: "c1",
  version: 1,
  kind: "plot",
  title: "Skye is wettest",
  description: "Rain by island.",
  spec: {
    mark: "bar",
    encoding: { x: { field: "island", type: "nominal" }, y: { field: "rain", type: "quantitative" } },
  },
  data: {
    columns: [
      { name: "island", type: "string" },
      { name: "rain", type: "integer" },
    ],
    rows: [
      ["Skye", 1810],
      ["Mull", 1620],
    ],
    truncated: false,
  },
  query: { sql: "SELECT 1", sourceIds: [], rowCount: 2, tookMs: 3 },
  encodingNotes: [],
  annotations: [],
  sources: [],
  author: { username: "ada" },
  visibility: "private",
  isOwner: true,
  createdAt: "2026-01-05T10:00:00Z",
  updatedAt: "2026-01-05T10:00:00Z",
};

describe("documents", () => {
  const story = scriptedStories();
  const at = (path: string) => story.page.goto(`${story.server.url}${path}`);
  const stored = (id: string) => story.server.product.portolans.all.get(id);

  it("are created with a title, edited with a live preview, and saved automatically", async () => {
    const { page, server } = story;
    server.product.charts = [CHART];
    await at("/portolans");
    await page.getByRole("heading", { name: "No documents yet" }).waitFor();
    await page.getByRole("link", { name: "New document" }).first().click();
    await page.getByRole("button", { name: "Create document" }).click();
    await page.getByText("Enter a title.").first().waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Rain on the islands");
    await page.getByRole("button", { name: "Create document" }).click();
    await page.waitForURL(/\/portolans\/[0-9a-f-]+$/);
    const id = page.url().split("/").at(-1) ?? "";

    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Rain on the islands\nof the west");
    await title.press("Enter");
    await expect.poll(() => stored(id)?.title).toBe("Rain on the islands of the west");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Text");
    await page.getByRole("textbox", { name: "Text" }).fill("# Wet\n\nIt rains.");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByRole("heading", { name: "Wet" }).waitFor();
    await expect.poll(() => stored(id)?.markdown).toBe("# Wet\n\nIt rains.");
    await page.locator("main").getByText("Saved", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Chart", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Skye is wettest" }).click();
    await preview.locator("figure svg[role] path").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Reference" }).click();
    await page.keyboard.type("The weather service, 2026.");
    await expect.poll(() => stored(id)?.markdown).toContain("[^1]: The weather service, 2026.");
    expect(stored(id)?.markdown).toContain("![Skye is wettest](/charts/c1)");
    await page.reload();
    await page.getByText("The weather service, 2026.").waitFor();
  });

  it("open for writing when they begin with a template, and for reading after a reload", async () => {
    const { page } = story;
    await at("/portolans/new");
    await page.getByLabel("Title", { exact: true }).fill("Rain on the islands");
    await page.getByText("Findings", { exact: true }).click();
    await page.getByRole("button", { name: "Create document" }).click();
    await page.waitForURL(/\/portolans\/[0-9a-f-]+$/);
    const written = page.getByRole("textbox", { name: "Text" });
    await expect.poll(() => written.inputValue()).toContain("# Next steps");
    await page.reload();
    await page.getByRole("heading", { name: "Next steps" }).waitFor();
    await written.waitFor({ state: "detached" });
  });

  it("are written with the assistant, whose text is inserted on request", async () => {
    const { page, server } = story;
    server.answer = (chat) => {
      chat.add({ type: "text", markdown: "Skye is wettest.[^1]" });
      chat.add({ type: "reference", index: 1, sourceId: "s1", title: "rain.csv", locator: {} });
      chat.finish();
    };
    const { id } = server.product.portolans.add({ title: "Rain", markdown: "Before.[^1]\n\n[^1]: A book." });
    await at(`/portolans/${id}`);
    await page.getByRole("button", { name: "Write with the assistant" }).click();
    await page.getByLabel("What should the assistant write?").fill("Which island is wettest?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Insert into document" }).click();
    await expect.poll(() => stored(id)?.markdown).toContain("Skye is wettest.[^2]");
    expect(stored(id)?.markdown).toContain("[^2]: rain.csv");
  });

  it("keep text that couldn't be saved and report the error", async () => {
    const { page, server } = story;
    const { id } = server.product.portolans.add({ title: "Rain", markdown: "" });
    server.intercept = (request, response) => {
      if (request.method !== "PATCH") return false;
      problem(response, 500, "internal", "Something went wrong. Try again.");
      return true;
    };
    await at(`/portolans/${id}`);
    await page.getByRole("textbox", { name: "Text" }).fill("Kept.");
    await page.getByText("Couldn't save.").waitFor();
    // Leaving asks, and what is left behind comes back.
    await page.getByRole("link", { name: "Documents" }).first().click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("link", { name: "Documents" }).first().click();
    await leaving.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL(/\/portolans$/);
    server.intercept = () => false;
    await at(`/portolans/${id}`);
    await expect.poll(() => stored(id)?.markdown).toBe("Kept.");
  });

  it("retry a failed save until it succeeds", async () => {
    const { page, server } = story;
    const { id } = server.product.portolans.add({ title: "Rain", markdown: "" });
    let failures = 0;
    server.intercept = (request, response) => {
      if (request.method !== "PATCH" || failures === 2) return false;
      failures += 1;
      problem(response, 503, "unavailable", "The server is busy. Try again.");
      return true;
    };
    await at(`/portolans/${id}`);
    await page.getByRole("textbox", { name: "Text" }).fill("Kept.");
    await expect.poll(() => stored(id)?.markdown, { timeout: 15_000 }).toBe("Kept.");
    expect(failures).toBe(2);
  });

  it("ask which text to keep after a conflicting save and lose neither until then", async () => {
    const { page, server } = story;
    const dialog = page.getByRole("dialog", { name: "This document was changed elsewhere" });
    const { id } = server.product.portolans.add({ title: "Rain", markdown: "# Rain\n\nDry." });
    await at(`/portolans/${id}`);
    await page.getByRole("button", { name: "Write", exact: true }).click();
    server.product.portolans.change(id, { markdown: "# Rain\n\nWet." });
    await page.getByRole("textbox", { name: "Text" }).fill("# Rain\n\nMixed.");
    await dialog.waitFor();
    expect(stored(id)?.markdown).toBe("# Rain\n\nWet.");
    await dialog.getByRole("button", { name: "Compare" }).click();
    await dialog.getByRole("region", { name: "Yours" }).getByText("Mixed.").waitFor();
    await dialog.getByRole("region", { name: "Theirs" }).getByText("Wet.").waitFor();
    expect(await violations(page)).toEqual([]);
    // A reload in the middle loses nothing either.
    await page.reload();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(() => stored(id)?.markdown).toBe("# Rain\n\nMixed.");

    await page.getByRole("button", { name: "Write", exact: true }).click();
    server.product.portolans.change(id, { markdown: "# Rain\n\nSunny." });
    await page.getByRole("textbox", { name: "Text" }).fill("# Rain\n\nFoggy.");
    await dialog.getByRole("button", { name: "Keep theirs" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("# Rain\n\nSunny.");
    expect(stored(id)?.markdown).toBe("# Rain\n\nSunny.");
  });

  it("are published, exported, read without an account, and deleted", async () => {
    const { page, server, browser } = story;
    server.product.charts = [CHART];
    const { id } = server.product.portolans.add({
      title: "Rain",
      markdown: "See this.\n\n![Skye is wettest](/charts/c1)",
    });
    await at(`/portolans/${id}`);
    await page.getByRole("button", { name: "Share (Private)" }).click();
    await page.getByRole("radio", { name: /Public/ }).check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect.poll(() => stored(id)?.visibility).toBe("public");
    await page.getByRole("dialog").getByText(`${server.url}/portolans/${id}`).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export" }).click();
    await expect
      .poll(() => page.getByRole("menuitem", { name: "Markdown" }).getAttribute("href"))
      .toBe(`/api/portolans/${id}.md`);
    await page.keyboard.press("Escape");

    await browser.context.clearCookies();
    server.product.portolans.all.set(id, { ...server.product.portolans.add({}), ...stored(id), id, isOwner: false });
    const visitor = await browser.newPage();
    await visitor.goto(`${server.url}/portolans/${id}`);
    await visitor.getByRole("heading", { level: 1, name: "Rain" }).waitFor();
    await visitor.locator("figure svg[role] path").first().waitFor({ state: "attached" });
    expect(await visitor.getByRole("textbox").count()).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme });
      expect(await violations(visitor)).toEqual([]);
    }
    await visitor.goto(`${server.url}/portolans/nothing`);
    await visitor.getByRole("heading", { name: "Document not found" }).waitFor();
  });

  it.each(["light", "dark"] as const)("are accessible in the %s theme", async (colorScheme) => {
    const { page, server } = story;
    server.product.charts = [CHART];
    const { id } = server.product.portolans.add({ title: "Rain", markdown: "# Wet\n\nIt rains.[^1]\n\n[^1]: A book." });
    await page.emulateMedia({ colorScheme });
    for (const path of ["/portolans", "/portolans/new", `/portolans/${id}`]) {
      await at(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, ...(await violations(page))]).toEqual([path]);
    }
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await page.getByRole("button", { name: "Write with the assistant" }).click();
    await page.getByLabel("What should the assistant write?").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
