import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ISLAND_RAIN, Person } from "./person.ts";
import { realStories } from "./real-story.ts";

/** Messages per screen size; with `PORTOLAN_SENDS=50` it is the measurement of 100 sends. */
const SENDS = Number(process.env.PORTOLAN_SENDS ?? 12);
/** A new chat begins after this many messages. */
const CHAT_SENDS = 6;

const letters = Array.from({ length: 25 }, (_, place) => String.fromCharCode(65 + place));
const days = Array.from({ length: 240 }, (_, day) =>
  new Date(Date.UTC(2023, 0, 1 + day * 3)).toISOString().slice(0, 10),
);

/** Tables with questions that are asked in turn, so that charts, tables, long and short answers follow each other. */
const CHATS = [
  {
    file: "island-rain.csv",
    csv: ISLAND_RAIN,
    questions: [
      "Total rain_mm by island",
      "Average rain_mm by month",
      "rain_mm over month by island",
      "How many rows are there for each island?",
      "Distribution of rain_mm",
      "Which island has the lowest rain_mm?",
    ],
  },
  {
    file: "countries.csv",
    csv: [
      "country,region,population,area_km2",
      ...letters.map((letter, place) => {
        const region = ["North", "South", "East"][place % 3];
        return `Country ${letter},${region},${1_425_000_000 - place * 51_234_567},${9_600_000 - place * 311_111}`;
      }),
    ].join("\n"),
    questions: [
      "population by country",
      "area_km2 by country",
      "average population by region",
      "top 5 countries by population",
      "lowest 5 countries by area_km2",
      "show all rows",
    ],
  },
  {
    file: "orders.csv",
    csv: [
      "order_date,shop,product,amount",
      ...days.map((day, place) => {
        const [shop, product] = [
          ["Harbor", "Old town", "Station"][place % 3],
          ["Bread", "Cake", "Tea", "Coffee"][place % 4],
        ];
        return `${day},${shop},${product},${20 + ((place * 37) % 113)}`;
      }),
    ].join("\n"),
    questions: [
      "total amount over time",
      "total amount by shop and product",
      "amount by shop stacked by year",
      "What share of the amount does each product have?",
      "average amount by weekday",
      "total amount over time by shop",
    ],
  },
];

/** Largest sum of layout shifts that an answer may cause while it is written. */
const MOST_SHIFT = 0.05;

describe.each([
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
])("each question on a screen of $width × $height", ({ width, height }) => {
  const story = realStories();

  it(`stays in view with its answer, and the finished chart fits below it: ${SENDS} times`, async () => {
    const person = new Person(await story.browser.newPage(), story.server.url);
    const { page } = person;
    await page.setViewportSize({ width, height });
    await person.signUp();
    const misses: string[] = [];
    for (let sent = 0; sent < SENDS; sent += 1) {
      const [chat, turn] = [CHATS[Math.floor(sent / CHAT_SENDS) % CHATS.length], sent % CHAT_SENDS];
      const question = chat?.questions[turn] ?? "";
      if (chat && turn === 0) {
        await page.goto(`${story.server.url}/start`);
        await person.addTable(chat.file, chat.csv);
        await person.askFirst(question);
      } else await person.ask(question);
      misses.push(...(await missesOf(page, turn)).map((miss) => `${question}: ${miss}`));
    }
    const missed = new Set(misses.map((miss) => miss.split(":")[0]));
    console.info(`${width} × ${height}: ${missed.size} questions of ${SENDS} sends missed their place`);
    expect(misses).toEqual([]);
    expect(story.browser.errors).toEqual([]);
  }, 600_000);
});

/** Follows a turn to its end, and returns what wasn't where it has to be. */
async function missesOf(page: Page, turn: number): Promise<string[]> {
  const article = page.locator("article.chat-turn").nth(turn);
  await article.waitFor();
  await watchLayout(page);
  const first = await placesOf(page);
  await article.getByRole("button", { name: "Regenerate" }).waitFor();
  if ((await article.locator("figure").count()) === 0) return ["the answer has no chart"];
  await article.locator("[data-picture=drawn], figure table").first().waitFor();
  const last = await placesOf(page);
  const shift = await readLayoutShift(page);
  const conditions: [string, boolean][] = [
    ["the question is above the screen after sending", first.question < first.top],
    ["the answer is below the screen after sending", first.answer >= first.bottom],
    ["the question is above the screen at the end", last.question < last.top],
    ["the chart's title is above the screen", last.chartTitle < last.top],
    [`the chart ends ${Math.round(last.chart - last.bottom)} px below the composer`, last.chart > last.bottom],
    [`the layout shifted by ${shift}`, shift > MOST_SHIFT],
  ];
  return conditions.flatMap(([miss, isMissed]) => (isMissed ? [miss] : []));
}

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
      // With the line that names its source.
      chart: box(turn?.querySelector("figure")).bottom,
    };
  });
}

/** Adds up the layout shifts that no input explains, from now on. */
async function watchLayout(page: Page) {
  await page.evaluate(() => {
    const state = window as unknown as { shift: number; shifts?: PerformanceObserver };
    state.shift = 0;
    state.shifts?.disconnect();
    state.shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) state.shift += entry.value;
      }
    });
    state.shifts.observe({ type: "layout-shift" });
  });
}

async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}
