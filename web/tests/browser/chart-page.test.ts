import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chart } from "../../app/api/charts.ts";
import { Browser } from "./browser.ts";
import { ISLAND_RAIN, Person } from "./person.ts";
import { Portolan } from "./program.ts";

describe("a chart on the real server", () => {
  let server: Portolan;
  let browser: Browser;
  let person: Person;
  let chartId = "";

  beforeAll(async () => {
    server = await Portolan.start();
    browser = await Browser.launch();
    person = new Person(await browser.newPage(), server.url);
    await person.signUp();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    await person.askFirst("Total rain_mm by island");
    await person.waitForEnd();
    await person.page.locator('[data-block="chart"]').getByRole("link", { name: "Open" }).first().click();
    await person.page.waitForURL(/\/charts\/[0-9a-f-]+$/);
    chartId = person.page.url().split("/").at(-1) ?? "";
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const chart = () => person.get<Chart>(`/api/charts/${chartId}`);

  it("shows its sources and query", async () => {
    const { page } = person;
    const origin = page.getByRole("tabpanel", { name: "Source" });
    await origin.getByText("Total rain_mm by island").waitFor();
    await origin.getByText(/^SELECT/).waitFor();
    await origin
      .getByRole("listitem")
      .filter({ hasText: /island.rain/ })
      .getByText(/^SHA-256/)
      .waitFor();
    await page.getByRole("tab", { name: "Table" }).click();
    await page.getByRole("cell", { name: "Skye" }).waitFor();
  });

  it("has one row of actions on a phone, and the others in its menu", async () => {
    const page = await browser.newPage();
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${server.url}/charts/${chartId}`);
    const tops = async (names: string[]) => {
      const boxes = names.map((name) => page.getByRole("button", { name, exact: true }).last().boundingBox());
      return new Set((await Promise.all(boxes)).map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size;
    };
    await expect.poll(() => tops(["Export", "Save", "More options"])).toBe(1);
    await page.getByRole("button", { name: "More options" }).last().click();
    await page.getByRole("menuitem", { name: "Refresh", exact: true }).waitFor();
    await page.getByRole("menuitem", { name: "Continue in chat" }).click();
    await page.waitForURL(/\/chats\//);
    const figure = page.locator('[data-block="chart"]').last();
    const query = figure.getByRole("button", { name: "Query" });
    const middle = async (place: typeof query) => {
      const box = await place.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    const menu = figure.getByRole("button", { name: "Chart actions" });
    await expect.poll(async () => Math.abs((await middle(menu)) - (await middle(query)))).toBeLessThan(8);
    await menu.click();
    await page.getByRole("menuitem", { name: "Open" }).click();
    await page.waitForURL(/\/charts\/[0-9a-f-]+$/);
    await page.close();
  });

  it("is edited by form, JSON, and sentence, with a version for each save", async () => {
    const { page } = person;
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page
      .getByRole("img", { name: /^Preview of/ })
      .locator("svg")
      .waitFor();
    await page.getByLabel("Title", { exact: true }).fill("Rain falls on islands");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByLabel("Text", { exact: true }).fill("The driest of them");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as version 2.").waitFor();
    await page.getByLabel("Describe a change").fill("as a pie");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe("arc");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => page.getByLabel("Mark", { exact: true }).inputValue()).toBe("bar");
    await page.getByRole("tab", { name: "Query" }).click();
    const sql = page.getByLabel("SQL");
    await sql.fill(`SELECT nothing FROM (${await sql.inputValue()})`);
    await page.getByRole("button", { name: "Run" }).click();
    await page
      .getByRole("tabpanel", { name: "Query" })
      .getByRole("alert")
      .getByText(/nothing/)
      .waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => sql.inputValue()).not.toContain("nothing");
    await page.getByRole("link", { name: "Back to chart" }).click();
    await page.waitForURL(/\/charts\/[0-9a-f-]+$/);
    const { title, version, annotations } = await chart();
    expect({ title, version, remarks: annotations?.map(({ text }) => text) }).toEqual({
      title: "Rain falls on islands",
      version: 2,
      remarks: ["The driest of them"],
    });
    expect(browser.errors).toEqual([]);
  });

  it("is compared, restored, and unchanged by a refresh without new data", async () => {
    const { page } = person;
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Changes of version 2" }).click();
    await page
      .getByRole("region", { name: "Changes" })
      .getByRole("row", { name: /Specification/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByText("Restored version 1 as version 3.").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("No changes.").waitFor();
    expect((await chart()).version).toBe(3);
  });

  it("redraws newer data and highlights the changes", async () => {
    const { page } = person;
    await page.getByRole("tab", { name: "Source" }).click();
    const [row = "", ...rest] = ISLAND_RAIN.trim().split("\n").reverse();
    const newer = [...rest.reverse(), row.replace(/\d+$/, "9000")].join("\n");
    const file = { name: "rain-of-june.csv", mimeType: "text/csv", buffer: Buffer.from(newer) };
    await page.getByLabel(/^New file for island.rain/).setInputFiles(file);
    await page.getByText(/was updated: \d+ rows\./).waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Version 4 has 1 difference.").waitFor();
    await page
      .getByRole("region", { name: "Changes" })
      .getByText(/^1\d,?\d\d\d$/)
      .first()
      .waitFor();
    expect((await chart()).version).toBe(4);
  });

  it("stays as published for other users until it is published again", async () => {
    const { page } = person;
    await page.getByRole("button", { name: /^Share/ }).click();
    await page.getByRole("radio", { name: /Public/ }).check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    await page.getByRole("button", { name: "Share (Public)" }).waitFor();
    const published = (await chart()).title;
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("A title of tomorrow");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByText("Published: version 4").waitFor();
    const reader = await Browser.launch();
    try {
      const open = await reader.newPage();
      await open.goto(`${server.url}/charts/${chartId}`);
      await open.getByRole("heading", { name: published }).waitFor();
      await open.getByRole("application").waitFor();
      expect(reader.errors).toEqual([]);
    } finally {
      await reader.close();
    }
  });
});
