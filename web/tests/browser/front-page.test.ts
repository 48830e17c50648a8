import { describe, expect, it } from "vitest";
import { scriptedStories } from "./scripted-story.ts";

describe("the front page's recorded answer", () => {
  const story = scriptedStories();

  it("underlines the words that were understood, and explains them", async () => {
    const { page, browser, server } = story;
    await browser.context.clearCookies();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(server.url);
    const word = page.getByRole("button", { name: "CO2", exact: true });
    await expect
      .poll(() => word.evaluate((element) => getComputedStyle(element).textDecorationLine))
      .toContain("underline");
    await word.hover();
    await page.getByText("“CO2”: the column CO2 ppm").waitFor();
  });

  it.each([
    [390, 844],
    [768, 1024],
    [900, 900],
    [1440, 900],
  ])("doesn't push the page down at %i pixels while it plays", async (width, height) => {
    const { page, browser, server } = story;
    await browser.context.clearCookies();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(server.url);
    const example = page.getByRole("region", { name: "Example question and answer" });
    const reserved = await example.evaluate((element) => Number.parseFloat(getComputedStyle(element).minHeight));
    await example.getByRole("button", { name: "Play again" }).waitFor();
    await example.locator('[data-block="chart"] svg[role] path').first().waitFor({ state: "attached" });
    const grown = await example.evaluate((element) => element.getBoundingClientRect().height);
    expect(grown).toBeLessThanOrEqual(reserved + 2);
    const unused = await example.evaluate((element) => {
      const end = element.firstElementChild?.getBoundingClientRect().bottom ?? 0;
      return element.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(element).paddingBottom) - end;
    });
    expect(unused).toBeLessThan(80);
  });
});
