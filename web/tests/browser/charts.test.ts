import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import AxeSource from "axe-core";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DrawRequest } from "../../app/charts/draw-request.ts";
import type { ShownChart } from "../../app/charts/view/shown-chart.ts";
import { Browser } from "./browser.ts";

const origin = "http://charts.test";
const web = join(import.meta.dirname, "..", "..");
const gallery = join(web, "app", "charts", "gallery");
const hostile = join(web, "..", "orchestrator", "crates", "charts", "fixtures", "hostile.json");

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The client's chart components on a page of their own; what it asks for beyond its own files is refused and kept. */
class ChartPage {
  readonly strange: string[] = [];
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, folder: string): Promise<ChartPage> {
    const opened = new ChartPage(await browser.newPage());
    const { page, strange } = opened;
    await page.route("**/*", async (route) => {
      const url = new URL(route.request().url());
      try {
        if (url.origin !== origin) throw new Error("another origin");
        const body = readFileSync(join(folder, url.pathname));
        await route.fulfill({ body, contentType: types[extname(url.pathname)] ?? "application/octet-stream" });
      } catch {
        if (url.pathname !== "/favicon.ico") strange.push(url.href);
        await route.abort();
      }
    });
    page.on("dialog", (dialog) => {
      strange.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${origin}/tests/browser/charts/index.html`);
    await page.waitForFunction(() => "drawInto" in window);
    return opened;
  }
}

function shown(name: string): ShownChart {
  const { kind, title, spec, data } = JSON.parse(readFileSync(join(gallery, `${name}.json`), "utf8")) as DrawRequest;
  return {
    chartId: name,
    version: 1,
    kind,
    title: title ?? name,
    description: "What it shows, in a sentence.",
    spec,
    data: data && { ...data, truncated: false },
    query: null,
    encodingNotes: [],
  };
}

describe("charts in a browser", () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "portolan-charts-"));
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
        rolldownOptions: { input: join(web, "tests", "browser", "charts", "index.html") },
      },
    });
    browser = await Browser.launch();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("run no script and load nothing for any specification", async () => {
    const { page, strange } = await ChartPage.open(browser, folder);
    await page.evaluate(() => Object.assign(window, { faked: 0 }));
    const cases = JSON.parse(readFileSync(hostile, "utf8")) as Record<string, Pick<DrawRequest, "kind" | "spec">>;
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(80);
    let drawn = 0;
    for (const { kind, spec } of Object.values(cases)) {
      const data: DrawRequest["data"] = {
        columns: [
          { name: "name", type: "string" },
          { name: "value", type: "number" },
        ],
        rows: [
          ["<script>window.faked++</script>", 1],
          ['" onload="window.faked++', 2],
          ["Kenya", 3],
        ],
      };
      const request: DrawRequest = { kind, spec, data, theme: "light", isBare: true, hasMarks: true };
      if ((await page.evaluate((each) => window.drawInto(each), JSON.stringify(request))) === "drawn") drawn += 1;
    }
    expect(drawn).toBeGreaterThan(20);
    expect(await page.evaluate(() => Reflect.get(window, "faked"))).toBe(0);
    // The shapes of the world are a file of the page's own.
    expect(strange).toEqual([]);
    expect(browser.errors).toEqual([]);
  }, 300_000);

  it("are navigated by arrow keys and announce each data point", async () => {
    const { page } = await ChartPage.open(browser, folder);
    await page.evaluate(
      (charts) => window.showCharts(JSON.parse(charts)),
      JSON.stringify([shown("bar-categories"), shown("map-diverging")]),
    );
    const chart = page.getByRole("application", { name: /Apples bring in half of all exports\. .* 5 data points/ });
    await chart.focus();
    const said = page.getByRole("status").first();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => said.textContent()).toBe("1 of 5. Fruit: Apples; Exports: 12,480");
    await page.keyboard.press("End");
    await expect.poll(() => said.textContent()).toBe("5 of 5. Fruit: Quinces; Exports: 640");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => said.textContent()).toBe("4 of 5. Fruit: Cherries; Exports: 2,950");
    await page.keyboard.press("Escape");
    await expect.poll(() => said.textContent()).toBe("");
    await page.getByRole("application", { name: /half of the Andes/ }).waitFor();
    // On to the next chart by the tab key, past what is below the first.
    const isThere = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.includes("Andes"));
    for (let step = 0; step < 6 && !(await isThere()); step += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.getByRole("status").last().textContent()).toMatch(/^1 of 10\. Colombia: 2\.1$/);
  });

  it("draw thousands of points below their labels and still announce them", async () => {
    const { page, strange } = await ChartPage.open(browser, folder);
    await page.evaluate((charts) => window.showCharts(JSON.parse(charts)), JSON.stringify([shown("scatter-5000")]));
    const chart = page.getByRole("application", { name: /What it shows, in a sentence/ });
    const canvas = chart.locator("canvas");
    await canvas.waitFor();
    expect(await chart.locator("svg path").count()).toBeLessThan(50);
    await chart.getByText("Minutes", { exact: true }).waitFor();
    const greens = await canvas.evaluate((element: HTMLCanvasElement) => {
      const pixels = element.getContext("2d")?.getImageData(0, 0, element.width, element.height).data ?? [];
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if ((pixels[at + 3] ?? 0) > 0 && (pixels[at + 1] ?? 0) > (pixels[at] ?? 0) + 40) count += 1;
      }
      return count;
    });
    expect(greens).toBeGreaterThan(5_000);
    const [painted, drawn] = [await canvas.boundingBox(), await chart.locator("svg").boundingBox()];
    expect(Math.abs((painted?.width ?? 0) - (drawn?.width ?? 0))).toBeLessThan(4);
    await chart.focus();
    // Points that look and sound alike are one mark.
    const points = page.getByRole("application", { name: /4,\d{3} data points/ });
    const name = (await points.getAttribute("aria-label")) ?? "";
    const count = Number(/4,\d{3}/.exec(name)?.[0].replace(",", ""));
    const said = page.getByRole("status").last();
    for (const [key, mark] of [
      ["ArrowRight", new RegExp(`^1 of ${count}\\. Minutes: .+; Kilometres: `)],
      ["PageDown", new RegExp(`^${1 + Math.round(count / 10)} of ${count}\\. `)],
      ["End", new RegExp(`^${count} of ${count}\\. `)],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => said.textContent()).toMatch(mark);
    }
    await page.getByRole("button", { name: "Chart actions" }).click();
    await page.getByRole("menuitem", { name: "Show data" }).click();
    await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
    expect(strange).toEqual([]);
  });

  it("stop searching for marks when thousands of rows have none", async () => {
    const { page } = await ChartPage.open(browser, folder);
    const chart = shown("scatter-5000");
    const rows = chart.data?.rows.map((row) => row.map(() => null)) ?? [];
    const empty = { ...chart, data: chart.data && { ...chart.data, rows } };
    await page.evaluate((charts) => window.showCharts(JSON.parse(charts)), JSON.stringify([empty]));
    await page.getByRole("application", { name: /Many data points/ }).focus();
    await page.getByRole("application").waitFor({ state: "detached" });
    await page.getByRole("img", { name: /What it shows, in a sentence/ }).waitFor();
    expect(await page.getByText("Loading data points").count()).toBe(0);
  });

  it("are accessible in the light and the dark theme", async () => {
    const { page } = await ChartPage.open(browser, folder);
    // Charts are drawn when they come near the screen.
    await page.setViewportSize({ width: 1200, height: 8000 });
    const names = [
      "bar-categories",
      "line-series",
      "pie",
      "mindmap",
      "flow",
      "timeline",
      "metric",
      "table-cities",
      "map-cities",
    ];
    await page.evaluate((charts) => window.showCharts(JSON.parse(charts)), JSON.stringify(names.map(shown)));
    await expect.poll(() => page.locator("figure svg[role=graphics-document]").count()).toBe(names.length - 1);
    await page.evaluate(AxeSource.source);
    for (const theme of ["light", "dark"] as const) {
      await page.evaluate((name) => window.setTheme(name), theme);
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const found = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] });
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    }
  });
});
