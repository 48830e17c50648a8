import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

const WIDE_COLUMNS = 200;

/** Sales with a region in two spellings and a number that stands for nothing. */
const SALES = [
  "region,sold_on,amount",
  ...[
    "Old Town,10",
    "Old Town,20",
    "OLD TOWN,-99",
    "Linden,30",
    "Linden,-99",
    "Linden,40",
    "Linden,50",
    "Old Town,60",
  ].map((row, day) => row.replace(",", `,2024-01-0${day + 1},`)),
].join("\n");

/** A table of 200 columns and 400 rows. */
const WIDE = [
  Array.from({ length: WIDE_COLUMNS }, (_, column) => `measure ${column}`).join(","),
  ...Array.from({ length: 400 }, (_, row) => Array.from({ length: WIDE_COLUMNS }, (_, at) => (row * 7 + at) % 97)).map(
    (cells) => cells.join(","),
  ),
].join("\n");

describe("a newly attached table", () => {
  const story = realStories();

  it("shows its columns and asks a suggested question on click", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await person.signUp();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    const table = page.getByRole("table");
    await table.getByRole("columnheader", { name: /^island text · 3 distinct/ }).waitFor();
    await table.getByRole("columnheader", { name: /rain_mm whole number .* to / }).waitFor();
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("37");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Total rain (mm) by island" }).click();
    await page.waitForURL(/\/chats\//);
    await person.waitForEnd();
    await page.locator("[data-picture=drawn]").first().waitFor();
    expect(story.browser.errors).toEqual([]);
  });

  it("draws each suggestion's thumbnail as it comes into view on a phone", async () => {
    const page = await story.browser.newPage();
    const person = new Person(page, story.server.url);
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(`${story.server.url}/start`);
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    const thumbnails = page.getByRole("list").locator("button [data-picture]");
    await expect.poll(() => thumbnails.count()).toBeGreaterThan(3);
    for (const thumbnail of await thumbnails.all()) {
      await thumbnail.scrollIntoViewIfNeeded();
      await expect.poll(() => thumbnail.getAttribute("data-picture")).toBe("drawn");
    }
  });

  it("estimates thumbnails of a long table from rows of all of it", async () => {
    const page = await story.browser.newPage();
    const person = new Person(page, story.server.url);
    await page.goto(`${story.server.url}/start`);
    const rows = Array.from({ length: 6_000 }, (_, row) => `${row < 3_000 ? "Early" : "Late"},${(row * 7) % 97}`);
    await person.addTable("phases.csv", ["phase,level", ...rows].join("\n"));
    await page.getByText("Distributions and thumbnails are estimated from 1 in 3 rows.").waitFor();
    const thumbnail = page.getByRole("button", { name: "Average level by phase" });
    await expect.poll(() => thumbnail.locator("svg text").allTextContents()).toContain("Late");
    expect(await thumbnail.locator("svg text").allTextContents()).toContain("Early");
  });

  it("is shown before those attached earlier, also after a reload, with what each one holds", async () => {
    const page = await story.browser.newPage();
    const person = new Person(page, story.server.url);
    await page.goto(`${story.server.url}/start`);
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    await person.addTable("sales.csv", SALES);
    const tab = page.getByRole("button", { name: "sales.csv", exact: true });
    await expect.poll(() => tab.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "island-rain.csv", exact: true }).click();
    await page.getByRole("columnheader", { name: /^island text/ }).waitFor();
    await page.reload();
    const chips = page.getByRole("list", { name: "Attached data" });
    await chips.getByText("36 rows · 3 columns").waitFor();
    await chips.getByText("8 rows · 3 columns").waitFor();
    await expect.poll(() => tab.getAttribute("aria-pressed")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove island-rain.csv" }).click();
    await page.getByRole("button", { name: "Remove sales.csv" }).click();
  });

  it("stores word definitions by keyboard and on a phone", async () => {
    const page = await story.browser.newPage();
    const person = new Person(page, story.server.url);
    await page.goto(`${story.server.url}/start`);
    await page.setViewportSize({ width: 390, height: 844 });
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    const summary = page.locator("summary", { hasText: "Glossary" });
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add term" }).focus();
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Terms and their meanings" });
    const entry = list.getByRole("listitem").first();
    // The new entry has the focus.
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.type("zorp");
    await entry.getByRole("combobox", { name: "Column" }).selectOption("rain_mm");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: "Save glossary" }).click();
    await page.getByText("Glossary saved").waitFor();
    await page.getByRole("textbox", { name: "Your question" }).fill("total zorp by island");
    await page.keyboard.press("Enter");
    await person.waitForEnd();
    await page.locator("[data-picture=drawn]").first().waitFor();
    expect(story.browser.errors).toEqual([]);
  });

  it("changes names, units, and types of columns, and undoes each change and repair", async () => {
    const page = await story.browser.newPage();
    const person = new Person(page, story.server.url);
    await page.goto(`${story.server.url}/start`);
    await person.addTable("sales.csv", SALES);
    const table = page.getByRole("table");
    const dialog = page.getByRole("dialog", { name: /^Edit / });
    const rename = async () => {
      await dialog.getByRole("textbox", { name: "Name" }).fill("Takings");
      await dialog.getByRole("textbox", { name: "Unit" }).fill("€");
    };
    await table.getByRole("button", { name: "amount" }).click();
    await rename();
    await dialog.getByRole("combobox", { name: "Type" }).selectOption("number");
    for (const [width, colorScheme] of [
      [1440, "light"],
      [390, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      const folder = process.env.PORTOLAN_SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/column-dialog-${width}-${colorScheme}.png` });
    }
    await dialog.getByRole("button", { name: "Save column" }).click();
    await table.getByRole("columnheader", { name: /^Takings \(€\) number/ }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await table.getByRole("columnheader", { name: /^amount whole number/ }).waitFor();

    const problems = page.locator("summary", { hasText: "2 problems fixed" });
    await problems.focus();
    await page.keyboard.press("Enter");
    await page.getByText("−99 is treated as missing").waitFor();
    await page.getByRole("button", { name: "Undo for region" }).click();
    await table.getByRole("columnheader", { name: /^region text · 3 distinct/ }).waitFor();
    await page.locator("summary", { hasText: "1 problem fixed" }).waitFor();
    for (const [width, colorScheme] of [
      [1440, "light"],
      [390, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      expect(await violations(page)).toEqual([]);
      const folder = process.env.PORTOLAN_SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/repairs-${width}-${colorScheme}.png`, fullPage: true });
    }

    await table.getByRole("button", { name: "amount" }).focus();
    await page.keyboard.press("Enter");
    await rename();
    await page.keyboard.press("Enter");
    await table.getByRole("columnheader", { name: /^Takings \(€\) whole number/ }).waitFor();
    await person.askFirst("total takings by region");
    await person.waitForEnd();
    await page.locator("[data-picture=drawn]").first().waitFor();
    await expect.poll(() => page.locator("main").innerHTML()).toMatch(/takings[^<]*€/i);
    const folder = process.env.PORTOLAN_SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/renamed-answer.png` });
    expect(story.browser.errors).toEqual([]);
  });

  it("renders only visible columns of 200", async () => {
    const page = await story.browser.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${story.server.url}/start`);
    const person = new Person(page, story.server.url);
    await person.addTable("wide.csv", WIDE);
    const table = page.getByRole("table");
    await table.getByRole("columnheader").first().waitFor();
    await expect.poll(() => table.getAttribute("aria-colcount")).toBe(String(WIDE_COLUMNS));
    expect(await table.getByRole("columnheader").count()).toBeLessThan(20);
    await page.getByRole("region", { name: "Preview of wide.csv" }).evaluate((region) => {
      region.scrollLeft = region.scrollWidth;
    });
    await table.getByRole("columnheader", { name: /^measure 199/ }).waitFor();
    const finder = page.getByRole("searchbox", { name: "Find a column" });
    await finder.fill("measure 57");
    const found = table.getByRole("columnheader", { name: /^measure 57 / });
    await found.waitFor();
    await page.getByText(/^measure 57, column \d+ of 200$/).waitFor();
    const isInSight = () =>
      found.evaluate((cell) => {
        const around = cell.closest("section")?.getBoundingClientRect();
        const { left, right } = cell.getBoundingClientRect();
        return around !== undefined && left >= around.left - 1 && right <= around.right + 1;
      });
    await expect.poll(isInSight).toBe(true);
    await finder.fill("no such column");
    await page.getByText("No column matches.").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    await page.getByRole("button", { name: "island-rain.csv", exact: true }).click();
    await table.getByRole("columnheader", { name: /^island/ }).waitFor();
  });
});
