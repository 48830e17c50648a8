// A page of web/bench in a browser of its own, built as the client is.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { chromium } from "playwright-core";
import { build } from "vite";

const web = resolve(import.meta.dirname, "..");
const origin = "http://bench.test";
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Calls `run` with the page `name`; `answer` gives what its server would, as `{body, contentType}`. */
export async function withBenchPage(name, run, answer = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  await build({
    configFile: false,
    logLevel: "error",
    root: web,
    publicDir: false,
    define: { __BUILD_ID__: JSON.stringify("bench") },
    plugins: [tailwindcss()],
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: join(web, "bench", name) },
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
      const { pathname } = new URL(route.request().url());
      const answered = answer(pathname);
      if (answered) return route.fulfill(answered);
      try {
        const contentType = types[extname(pathname)] ?? "application/octet-stream";
        await route.fulfill({ body: readFileSync(join(folder, pathname)), contentType });
      } catch {
        await route.abort();
      }
    });
    await page.goto(`${origin}/bench/${name}`);
    console.log(`Chromium ${browser.version()}`);
    await run(page);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
