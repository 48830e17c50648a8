import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Source } from "../../app/contract/types.ts";
import { violations } from "./accessibility.ts";
import { Browser } from "./browser.ts";
import { json as answerJson } from "./double/answers.ts";
import { ScriptedCharts } from "./double/scripted-charts.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

const ISLAND_RAIN: Source = {
  id: "s1",
  name: "island-rain",
  kind: "csv",
  status: "whole",
  rowCount: 9,
  columns: [],
  table: "island_rain",
  createdAt: "2026-01-10T09:00:00Z",
};

describe("the chart editor", () => {
  let server: ScriptedServer;
  let browser: Browser;
  let charts: ScriptedCharts;
  let page: Page;

  beforeAll(async () => {
    server = await ScriptedServer.start();
    browser = await Browser.launch();
    await browser.context.addCookies([server.sessionCookie]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  beforeEach(async () => {
    charts = new ScriptedCharts();
    server.intercept = charts.handle;
    page = await browser.newPage();
  });

  afterEach(async () => {
    // Unsaved changes outlive the page; one that was never led anywhere has none.
    if (page.url().startsWith(server.url)) await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(browser.errors).toEqual([]);
  });

  const preview = () => page.getByRole("img", { name: /^Preview of/ }).locator("svg");
  const json = () => page.getByRole("textbox", { name: "Specification as JSON" });

  async function openEditor() {
    await page.goto(`${server.url}/charts/c1/edit`);
    await preview().waitFor();
  }

  it("edits one document by form, JSON, and sentence, with a common undo history", async () => {
    await openEditor();
    await page.getByLabel("Mark", { exact: true }).selectOption("Area");
    await page.getByLabel("Color", { exact: true }).selectOption("island");
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect.poll(() => json().textContent()).toMatch(/"mark": "area"[\s\S]*"color"/);
    await json().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText('{"mark": "tick", "encoding": {"x": {"field": "rain_mm"}}}');
    await page.getByRole("tab", { name: "Form" }).click();
    await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe("tick");
    await page.getByLabel("Describe a change").fill("as a line");
    await page.keyboard.press("Enter");
    await page.getByText("Drawn as a line.").waitFor();
    await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe("line");
    for (const mark of ["tick", "area", "area", "bar"]) {
      await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe(mark);
    }
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe("area");
  });

  it("marks JSON errors by line and suggests completions", async () => {
    await openEditor();
    await page.getByRole("tab", { name: "JSON" }).click();
    await json().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(
      '{\n  "mark": "bars",\n  "encoding": {\n    "x": {\n      "field": "island"\n    }\n  }\n}',
    );
    await page.getByRole("button", { name: 'Line 2: Did you mean "bar"?' }).waitFor();
    await expect.poll(() => page.locator(".cm-lintRange-error").textContent()).toBe('"bars"');
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Line 2/ }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText('{"mark": "bar", "encoding": {"x": {"field": "island"}, "y": {"agg');
    await page.keyboard.type("r");
    await page.getByRole("option", { name: "aggregate" }).click();
    await expect.poll(() => json().textContent()).toContain('"aggregate": ""');
  });

  it("redraws the chart within 100 ms of an edit", async () => {
    await openEditor();
    const title = page.getByLabel("Subtitle");
    await title.click();
    await page.evaluate(() => performance.clearMeasures());
    for (const letter of "Millimetres a month") {
      await page.keyboard.type(letter, { delay: 120 });
    }
    const took = await page.evaluate(() =>
      performance.getEntriesByName("portolan.live-picture").map((each) => each.duration),
    );
    expect(took.length).toBeGreaterThan(5);
    const median = took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.POSITIVE_INFINITY;
    expect(median).toBeLessThan(100);
  });

  it("saves versions, and asks before discarding or overwriting changes", async () => {
    await openEditor();
    const title = page.getByLabel("Title", { exact: true });
    await title.fill("Skye leads");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved as version 2.").waitFor();
    expect(charts.newest.title).toBe("Skye leads");
    await title.fill("Skye leads again");
    await page.getByRole("link", { name: "Back to chart" }).click();
    await page
      .getByRole("dialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Keep editing" })
      .click();
    charts.add({ title: "Written elsewhere" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "A newer version exists" });
    await dialog.getByText("Written elsewhere").waitFor();
    await dialog.getByRole("button", { name: "Compare" }).click();
    await dialog.getByRole("figure", { name: "Theirs" }).locator("svg[role]").waitFor();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await page.getByText("Saved as version 4.").waitFor();
    expect(charts.versions.map((each) => each.title).slice(1)).toEqual([
      "Skye leads",
      "Written elsewhere",
      "Skye leads again",
    ]);
    await page.getByRole("link", { name: "Back to chart" }).click();
    await page.waitForURL(/\/charts\/c1$/);
    await page.getByRole("heading", { name: "Skye leads again" }).waitFor();
  });

  it("keeps unsaved changes across a reload until they are discarded", async () => {
    await openEditor();
    const title = page.getByLabel("Title", { exact: true });
    await title.fill("Not saved yet");
    await page.reload();
    await page.getByText("Unsaved changes restored.").waitFor();
    await expect.poll(() => title.inputValue()).toBe("Not saved yet");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => title.inputValue()).toBe("Skye is the wettest");
    expect(charts.newest.version).toBe(1);
    await page.reload();
    await preview().waitFor();
    await expect.poll(() => title.inputValue()).toBe("Skye is the wettest");
  });

  it("edits chart parts in place by pointer", async () => {
    await openEditor();
    const picture = page.getByRole("application", { name: /^Edit Skye is the wettest/ });
    await picture.waitFor();
    await pressPart(page, '[aria-label^="Island: Mull"]');
    const part = page.getByRole("dialog", { name: /^Edit Island: .*Mull/ });
    await part.getByRole("button", { name: "Highlight" }).click();
    await part.getByRole("button", { name: "Purple" }).click();
    await expect.poll(() => preview().locator('path[fill="#976cd2"]').count()).toBe(1);
    await part.getByLabel("Name").fill("Isle of Mull");
    await preview().getByText("Isle of Mull").waitFor();
    expect(await violations(page)).toEqual([]);
    await part.getByLabel("Annotation").fill("A wet winter");
    await part.getByRole("button", { name: "Annotate" }).click();
    await preview().getByText("A wet winter").waitFor();
    await dragAnnotation(page, { x: -60, y: 20 });
    await page.getByRole("button", { name: /Edit title/ }).click();
    await page.getByLabel("Chart title").fill("Mull is wet, too");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved as version 2.").waitFor();
    const { title, annotations, note } = charts.newest as typeof charts.newest & { note?: string };
    expect(title).toBe("Mull is wet, too");
    expect(annotations[0]?.text).toBe("A wet winter");
    expect(annotations[0]?.offset).toBeDefined();
    expect(note).toBe(
      "Changed the title. Added the annotation “A wet winter”. Highlighted Isle of Mull. Renamed Mull to Isle of Mull.",
    );
    for (let step = 0; step < 9; step += 1) await page.keyboard.press("ControlOrMeta+z");
    await preview().getByText("Isle of Mull").waitFor({ state: "detached" });
    await expect.poll(() => preview().locator('path[fill="#976cd2"]').count()).toBe(0);
  });

  it.each([
    [1440, 900],
    [768, 1024],
    [390, 844],
  ])("keeps the title and the edited bar in sight at %i × %i", async (width, height) => {
    await page.setViewportSize({ width, height });
    await openEditor();
    const bar = '[aria-label^="Island: Skye"]';
    await pressPart(page, bar);
    const form = page.getByRole("dialog", { name: /^Edit Island: .*Skye/ });
    await form.waitFor();
    const covers = (other: string) =>
      form.evaluate((element, selector) => {
        const one = element.getBoundingClientRect();
        const two = document.querySelector(selector)?.getBoundingClientRect();
        if (!two) return null;
        return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
      }, other);
    expect(await covers("figure figcaption")).toBe(false);
    expect(await covers(`figure svg ${bar}`)).toBe(false);
    const { scrolled, hidden } = await form.evaluate((element) => ({
      scrolled: element.scrollHeight - element.clientHeight,
      hidden: element.getBoundingClientRect().bottom - innerHeight,
    }));
    expect(scrolled).toBeLessThanOrEqual(1);
    expect(hidden).toBeLessThanOrEqual(0);
  });

  it("edits chart parts in place by keyboard alone", async () => {
    await openEditor();
    const picture = page.getByRole("application", { name: /^Edit Skye is the wettest/ });
    await picture.focus();
    const walkTo = async (label: RegExp) => {
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press("ArrowRight");
        const said = (await page.locator('[role="status"]').allTextContents()).join(" ");
        if (label.test(said)) return;
      }
      throw new Error(`no part is called ${label}`);
    };
    await walkTo(/\d+ of \d+\. Y axis/);
    await page.keyboard.press("Enter");
    const axis = page.getByRole("dialog", { name: /^Edit Y axis/ });
    await axis.getByLabel("Axis title").fill("Millimeters of rain");
    await preview().getByText("Millimeters of rain").waitFor();
    await page.keyboard.press("Escape");
    await axis.waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await walkTo(/Island: Skye/);
    await page.keyboard.press("Enter");
    const part = page.getByRole("dialog", { name: /^Edit Island: Skye/ });
    await part.getByLabel("Annotation").fill("Highest");
    await page.keyboard.press("Enter");
    await preview().getByText("Highest").waitFor();
    await page.keyboard.press("Home");
    await walkTo(/Highest/);
    for (const key of ["Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved as version 2.").waitFor();
    expect(charts.newest.annotations[0]).toMatchObject({ text: "Highest", at: { key: { island: "Skye" } } });
    expect(charts.newest.annotations[0]?.offset).toBeDefined();
  });

  it("saves each edit on the chart page as a described version", async () => {
    await page.goto(`${server.url}/charts/c1`);
    await page.getByRole("button", { name: "Quick edit" }).click();
    await page.getByRole("application", { name: /^Edit Skye/ }).waitFor();
    await preview().waitFor();
    await pressPart(page, '[aria-label^="Island: Mull"]');
    await page
      .getByRole("dialog", { name: /^Edit Island/ })
      .getByRole("button", { name: "Highlight" })
      .click();
    const notes = () => charts.versions.map((each) => (each as { note?: string }).note);
    await expect.poll(notes).toEqual([undefined, "Highlighted Mull."]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(notes).toEqual([undefined, "Highlighted Mull.", "Removed the highlight."]);
    expect(charts.newest.spec).toEqual(charts.versions[0]?.spec);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("application", { name: /arrow keys/ }).waitFor();
  });

  it("starts from a table", async () => {
    const answer = charts.handle;
    server.intercept = (request, response, body) => {
      if (request.method !== "GET" || !request.url?.startsWith("/api/sources?")) return answer(request, response, body);
      const columns = (charts.newest.data?.columns ?? []).map((column) => ({
        ...column,
        nulls: 0,
        distinct: 3,
        isAdditive: false,
      }));
      return answerJson(response, 200, { items: [{ ...ISLAND_RAIN, columns }], nextCursor: null });
    };
    await page.goto(`${server.url}/chart-editor`);
    await page.getByRole("button", { name: /island-rain/ }).click();
    await preview().waitFor();
    await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Rain mm by month");
    await page.getByRole("tab", { name: "Query" }).click();
    await expect.poll(() => page.getByLabel("SQL").inputValue()).toBe('SELECT * FROM "island_rain"');
  });

  it("highlights and lists changes after a refresh, and restores a version", async () => {
    const [first = []] = charts.newest.data?.rows ?? [];
    charts.add({
      spec: { mark: "line", encoding: { x: { field: "month" }, y: { field: "rain_mm" }, color: { field: "island" } } },
    });
    charts.freshRows = (charts.newest.data?.rows ?? []).map((row) =>
      row === first ? ["Skye", "2024-01-01", 260] : row,
    );
    await page.goto(`${server.url}/charts/c1`);
    await page.getByRole("button", { name: "Refresh" }).click();
    const changes = page.getByRole("region", { name: "Changes" });
    await changes.getByText("1 value changed, 8 rows unchanged.").waitFor();
    await changes.getByRole("row", { name: /Changed island: Skye; month: 2024-01-01, rain_mm 200 260/ }).waitFor();
    await expect.poll(() => page.locator("[data-highlight=changed]").count()).toBe(1);
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByText("Restored version 1 as version 4.").waitFor();
    expect(charts.reasons).toEqual(["asked", "edited", "refreshed", "restored"]);
  });

  it("redraws after its table is replaced by a newer file with the same name", async () => {
    const [first = []] = charts.newest.data?.rows ?? [];
    let sent = "";
    server.interceptBytes = (request, response, body) => {
      if (request.method !== "PUT" || request.url !== "/api/sources/s1/content") return false;
      sent = body.toString();
      charts.freshRows = (charts.newest.data?.rows ?? []).map((row) =>
        row === first ? ["Skye", "2024-01-01", 260] : row,
      );
      return answerJson(response, 200, ISLAND_RAIN);
    };
    try {
      await page.goto(`${server.url}/charts/c1`);
      await page.getByRole("button", { name: "Replace file" }).waitFor();
      const buffer = Buffer.from("island,month,rain_mm\nSkye,2024-01-01,260\n");
      await page
        .getByLabel("New file for island-rain")
        .setInputFiles({ name: "measured-again.csv", mimeType: "text/csv", buffer });
      await page.getByText("island-rain was updated").waitFor();
      await page.getByRole("button", { name: "Refresh" }).click();
      const changes = page.getByRole("region", { name: "Changes" });
      await changes.getByText("1 value changed, 8 rows unchanged.").waitFor();
      expect(sent).toContain('name="file"; filename="measured-again.csv"');
      expect(sent).toContain("Skye,2024-01-01,260");
      expect(await violations(page)).toEqual([]);
    } finally {
      server.interceptBytes = () => false;
    }
  });

  it("saves, publishes, schedules, and embeds a chart from its page", async () => {
    await page.goto(`${server.url}/charts/c1`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    expect([...charts.saved]).toEqual(["c1"]);
    await page.getByRole("button", { name: "Share (Private)" }).click();
    await page.getByRole("radio", { name: /Unlisted/ }).check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const link = page.getByRole("dialog", { name: "Share chart" }).getByText(`${server.url}/charts/c1`);
    await link.waitFor();
    await page.getByRole("button", { name: "Embed" }).click();
    await expect.poll(() => page.getByLabel("Embed code").inputValue()).toContain(`${server.url}/embed/charts/c1`);
    // It takes the place of the dialog that it was opened from.
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Share (Unlisted)" }).waitFor();
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("menuitem", { name: "Scheduled refresh" }).click();
    await page.getByRole("radio", { name: /Every day/ }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Refreshed every day", { exact: true }).waitFor();
  });

  it("shows shared charts without sign-in", async () => {
    const reader = await Browser.launch();
    try {
      const { author, annotations, sources, ...rest } = charts.newest;
      charts.versions[0] = {
        ...rest,
        author,
        annotations,
        sources,
        isOwner: false,
        visibility: "public",
      };
      const open = await reader.newPage();
      await open.goto(`${server.url}/charts/c1`);
      await open.getByRole("heading", { name: "Skye is the wettest" }).waitFor();
      await open.getByRole("link", { name: "ada" }).waitFor();
      await open.getByRole("button", { name: "Export" }).waitFor();
      for (const name of ["Edit", "Refresh", "Save", "More options"]) {
        expect(
          await open
            .getByRole("button", { name, exact: true })
            .or(open.getByRole("link", { name, exact: true }))
            .count(),
        ).toBe(0);
      }
      expect(await violations(open)).toEqual([]);
    } finally {
      await reader.close();
    }
  });

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("is accessible at %d px in the %s", async (width, theme) => {
    charts.add({ annotations: [{ id: "a", at: { key: { island: "Mull" } }, text: "Wettest in spring" }] });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    const seen = async (name: string) => {
      expect(await violations(page)).toEqual([]);
      const folder = process.env.PORTOLAN_SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
    };
    await openEditor();
    await seen("editor-form");
    await page.getByRole("application", { name: /^Edit/ }).press("End");
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog", { name: /^Edit Island/ })
      .getByRole("button", { name: "Highlight" })
      .click();
    await seen("editor-part");
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "JSON" }).click();
    await json().waitFor();
    await seen("editor-json");
    await page.getByRole("tab", { name: "Query" }).click();
    await seen("editor-query");
    await page.goto(`${server.url}/chart-editor`);
    await page.getByRole("heading", { name: "New chart" }).waitFor();
    await seen("editor-start");
    await page.goto(`${server.url}/charts/c1?from=1`);
    await page.getByRole("application").waitFor();
    await seen("chart-origin");
    await page.getByRole("tab", { name: "Versions" }).click();
    await seen("chart-versions");
    await page.getByRole("button", { name: /^Share/ }).click();
    await page.getByRole("dialog", { name: "Share chart" }).waitFor();
    await seen("chart-share");
  });
});

/** Presses the middle of a part of the drawing that is edited. */
async function pressPart(page: Page, selector: string): Promise<void> {
  const { x, y } = await middleOf(page, selector);
  await page.mouse.click(x, y);
}

async function dragAnnotation(page: Page, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await middleOf(page, '[data-target*="annotation"]');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 5 });
  await page.mouse.up();
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page
    .getByRole("img", { name: /^Preview of/ })
    .locator(selector)
    .first()
    .boundingBox();
  if (!box) throw new Error(`nothing is drawn at ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
