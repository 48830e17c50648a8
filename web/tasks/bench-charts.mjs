// Charts in a browser: a page of a hundred, and a scatter of 5,000 points to paint, against echarts and vega-embed in the same run.
import { median, withBenchPage } from "./bench-page.mjs";

const runs = 7;
const engines = ["portolan", "echarts canvas", "echarts svg", "vega-embed canvas", "vega-embed svg"];

await withBenchPage("index.html", async (page) => {
  await page.waitForFunction(() => "timePage" in window);
  console.log(`Medians of ${runs} runs after one that warms up`);
  await compare("Scatter of 5,000 points", (engine) =>
    page.evaluate((name) => window.timeScatter(name, 5_000), engine),
  );
  await compare("100 charts on one page", (engine) => page.evaluate((name) => window.timePage(name, 100), engine));
  const scrolled = await page.evaluate(() => window.timeScroll(100));
  console.log(`\nportolan, scrolled through all 100 until each is drawn: ${Math.round(scrolled)} ms`);
});

/** The engines take turns, so that a busy moment of the machine meets all of them. */
async function compare(title, time) {
  const timings = new Map(engines.map((engine) => [engine, []]));
  for (let run = 0; run <= runs; run += 1) {
    for (const engine of engines) {
      const timing = await time(engine);
      if (run > 0) timings.get(engine).push(timing);
    }
  }
  console.log(`\n${title}`);
  console.log("engine               to paint ms    page blocked ms    elements");
  for (const [engine, list] of timings) {
    const of = (name) => String(Math.round(median(list.map((timing) => timing[name]))));
    console.log(
      `${engine.padEnd(19)} ${of("toPaint").padStart(12)} ${of("blocked").padStart(18)} ${of("elements").padStart(11)}`,
    );
  }
}
