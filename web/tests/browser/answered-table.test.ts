import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

const countries: [country: string, continent: string, millions: number | null][] = [
  ["Kenya", "Africa", 55.1],
  ["Chile", "South America", 19.6],
  ["Egypt", "Africa", 112.7],
  ["Greenland", "North America", null],
];

describe("an answered table", () => {
  const story = scriptedStories();

  async function openTable() {
    const { page, server } = story;
    const chat = server.createChat();
    chat.rename("Countries");
    chat.start({ text: "List the countries", sourceIds: [] }, null);
    chat.add({
      type: "chart",
      chartId: "c1",
      version: 1,
      kind: "table",
      title: "Egypt has the most people",
      description: "",
      spec: {},
      data: {
        columns: [
          { name: "Country", type: "string" },
          { name: "Continent", type: "string" },
          { name: "People (millions)", type: "number" },
        ],
        rows: countries,
        truncated: false,
      },
      query: null,
      encodingNotes: [],
    });
    chat.finish();
    await page.goto(`${server.url}/chats/${chat.id}`);
    const table = page.getByRole("table");
    await table.waitFor();
    const firstColumn = () => table.locator("tbody tr td:first-child").allTextContents();
    return { page, table, firstColumn };
  }

  it("is sorted, renamed and hidden by its headings, filtered by its cells, and reset", async () => {
    const { page, table, firstColumn } = await openTable();
    const heading = (name: string) => table.getByRole("columnheader", { name }).getByRole("button");
    await heading("People (millions)").click();
    await page.getByRole("button", { name: "Largest first" }).click();
    await expect.poll(firstColumn).toEqual(["Egypt", "Kenya", "Chile", "Greenland"]);
    expect(await table.getByRole("columnheader", { name: "People" }).getAttribute("aria-sort")).toBe("descending");

    await table.getByRole("cell", { name: "Greenland" }).click();
    const popover = page.getByRole("dialog");
    await popover.getByText("Country: Greenland").waitFor();
    await popover.getByRole("button", { name: "Exclude" }).click();
    await expect.poll(firstColumn).toEqual(["Egypt", "Kenya", "Chile"]);
    await page.getByText("3 of 4 rows. Only you see this arrangement.").waitFor();

    await table.getByRole("cell", { name: "Africa" }).first().click();
    await popover.getByRole("button", { name: "Filter to this" }).click();
    await expect.poll(firstColumn).toEqual(["Egypt", "Kenya"]);

    await heading("Country").click();
    await popover.getByLabel("Column name").fill("State");
    await page.keyboard.press("Escape");
    await heading("State").waitFor();
    // The arrangement lasts beyond a reload.
    await page.reload();
    await heading("State").waitFor();
    await expect.poll(firstColumn).toEqual(["Egypt", "Kenya"]);

    await heading("State").click();
    await popover.getByRole("button", { name: "Hide column" }).click();
    await expect.poll(firstColumn).toEqual(["Africa", "Africa"]);
    await page.getByRole("button", { name: "Reset table" }).click();
    await expect.poll(firstColumn).toEqual(["Kenya", "Chile", "Egypt", "Greenland"]);
  });

  it("is arranged by keyboard alone", async () => {
    const { page, table, firstColumn } = await openTable();
    const heading = table.getByRole("columnheader", { name: "Continent" }).getByRole("button");
    await heading.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Show", { exact: true }).selectOption("Africa");
    await expect.poll(firstColumn).toEqual(["Kenya", "Egypt"]);
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show all rows" }).press("Enter");
    await expect.poll(firstColumn).toHaveLength(4);
  });

  it.each([
    ["light", 1_440],
    ["dark", 390],
  ] as const)("is accessible in the %s theme at %d px, also with its popover", async (colorScheme, width) => {
    const { page, table } = await openTable();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await violations(page)).toEqual([]);
    await table.getByRole("columnheader", { name: "Country" }).getByRole("button").click();
    await page.getByLabel("Column name").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
