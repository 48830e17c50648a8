import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

const SENDS = 25;

/** Asked in turn, so that charts, tables, long and short answers follow each other. */
const QUESTIONS = [
  "Total rain_mm by island",
  "Average rain_mm by month",
  "rain_mm over month by island",
  "How many rows are there for each island?",
  "Distribution of rain_mm",
];

/** Largest sum of layout shifts that an answer may cause while it is written. */
const MOST_SHIFT = 0.05;

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])("a follow-up question on a screen of $width × $height", ({ width, height }) => {
  const story = realStories();

  it("stays in view with its answer, and the finished chart fits below it", async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await page.setViewportSize({ width, height });
    await person.signUp();
    await person.addTable("island-rain.csv", ISLAND_RAIN);
    await person.askFirst("Total rain_mm by island");
    await person.waitForEnd();
    await watchLayout(page);

    for (let sent = 1; sent <= SENDS; sent += 1) {
      const question = QUESTIONS[sent % QUESTIONS.length] ?? "";
      await person.ask(question);
      await page.locator("article.chat-turn").nth(sent).waitFor();
      const first = await placesOf(page);
      expect(first.question, `question ${sent} after sending`).toBeGreaterThanOrEqual(first.top);
      expect(first.answer, `answer ${sent} after sending`).toBeLessThan(first.bottom);
      const turn = page.locator("article.chat-turn").last();
      await turn.getByRole("button", { name: "Regenerate" }).waitFor();
      await turn.locator("[data-picture=drawn]").first().waitFor();
      const last = await placesOf(page);
      expect(last.question, `question ${sent} at the end`).toBeGreaterThanOrEqual(last.top);
      expect(last.chartTitle, `title of chart ${sent}`).toBeGreaterThanOrEqual(last.top);
      expect(last.chart, `lower edge of chart ${sent}`).toBeLessThanOrEqual(last.bottom);
      expect(await takeLayoutShift(page), `layout shift of answer ${sent}`).toBeLessThanOrEqual(MOST_SHIFT);
    }
    expect(story.browser.errors).toEqual([]);
  }, 240_000);
});

/** Pixels from the top of the screen; `top` and `bottom` bound what nothing sticks over. */
async function placesOf(page: Page) {
  return page.evaluate(() => {
    const turn = [...document.querySelectorAll("article.chat-turn")].at(-1);
    const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect(-1e4, -1e4);
    const stuck = [...document.querySelectorAll("header")].filter(
      (header) => getComputedStyle(header).position === "sticky",
    );
    return {
      top: Math.max(0, ...stuck.map((header) => box(header).bottom)),
      bottom: box(document.querySelector("form textarea")?.closest("form")).top,
      question: box(turn?.children[0]).top,
      answer: box(turn?.children[1]).top,
      chartTitle: box(turn?.querySelector("figcaption")).top,
      chart: box(turn?.querySelector("[data-picture]")).bottom,
    };
  });
}

/** Adds up the layout shifts that no input explains. */
async function watchLayout(page: Page) {
  await page.evaluate(() => {
    const state = window as unknown as { shift: number };
    state.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) state.shift += entry.value;
      }
    }).observe({ type: "layout-shift" });
  });
}

async function takeLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const state = window as unknown as { shift: number };
    const { shift } = state;
    state.shift = 0;
    return shift;
  });
}
