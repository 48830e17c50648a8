// Charts in a browser: a page of a hundred, and a scatter of 5,000 points to paint, against echarts and vega-embed in the same run.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { chromium } from "playwright-core";
import { build } from "vite";

const web = resolve(import.meta.dirname, "..");
const origin = "http://bench.test";
const runs = 7;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const engines = ["portolan", "echarts canvas", "echarts svg", "vega-embed canvas", "vega-embed svg"];

const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
await build({
  configFile: false,
  logLevel: "error",
  root: web,
  publicDir: false,
  plugins: [tailwindcss()],
  worker: { format: "es" },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: { input: join(web, "bench", "index.html") },
  },
});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("pageerror", (error) => console.error(error.message));
  await page.route("**/*", async (route) => {
    try {
      const { pathname } = new URL(route.request().url());
      const contentType = types[extname(pathname)] ?? "application/octet-stream";
      await route.fulfill({ body: readFileSync(join(folder, pathname)), contentType });
    } catch {
      await route.abort();
    }
  });
  await page.goto(`${origin}/bench/index.html`);
  await page.waitForFunction(() => "timePage" in window);
  console.log(`Chromium ${browser.version()}, medians of ${runs} runs after one that warms up`);
  await compare("Scatter of 5,000 points", (engine) =>
    page.evaluate((name) => window.timeScatter(name, 5_000), engine),
  );
  await compare("100 charts on one page", (engine) => page.evaluate((name) => window.timePage(name, 100), engine));
  const scrolled = await page.evaluate(() => window.timeScroll(100));
  console.log(`\nportolan, scrolled through all 100 until each is drawn: ${Math.round(scrolled)} ms`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

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

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
