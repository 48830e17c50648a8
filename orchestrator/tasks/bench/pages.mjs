// What the client weighs, and how its pages come to somebody with a phone: largest paint and blocking time of `/`, `/start`,
// a chat of 200 turns and a board of 200 charts, and what an answer costs the page while it streams. The network and the
// processor are slowed down as Lighthouse's mobile profile does.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { weighClient, weightTable } from "../../../web/tasks/weights.mjs";
import { email, seedAccount, signUp } from "./seed.mjs";
import { freePort, listening, median } from "./server.mjs";

const RUNS = 5;
const TURNS = 200;
const CHARTS = 200;
const TOKENS = 400;

/** Lighthouse's mobile profile: a slow 4G connection, and a processor four times slower than this one. */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const UPLOAD_BYTES_PER_SECOND = 750e3 / 8;
const SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** A page has settled when nothing was asked for and no task was long for this time. */
const QUIET_MS = 2_000;
const LONG_TASK_MS = 50;

/** Prints the tables; `binaries` are paths, and `client` is the folder of the built client. */
export async function measurePages({ portolan, upstream, client }) {
  printWeights(client);
  const folder = mkdtempSync(join(tmpdir(), "portolan-pages-"));
  const upstreamPort = await freePort();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const children = [spawn(upstream, ["--listen", `127.0.0.1:${upstreamPort}`, "tokens=60"], { stdio: "ignore" })];
  let browser;
  try {
    await listening(upstreamPort);
    children.push(startServer(portolan, port, upstreamPort, folder));
    await listening(port);
    const session = await signUp(url);
    // A turn costs a credit at least: more of them than a new account has.
    spawnSync(portolan, ["plan", "set", email, "team", "--data-dir", folder], { stdio: "ignore" });
    const { chatId, boardId } = await seedAccount(url, session, { turns: TURNS, charts: CHARTS });
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    await reportPages(browser, url, session, [
      { title: "/", path: "/", isPublic: true },
      { title: "/start", path: "/start" },
      { title: `a chat of ${TURNS} turns`, path: `/chats/${chatId}` },
      { title: `a board of ${CHARTS} charts`, path: `/boards/${boardId}` },
    ]);
    await reportStreaming(browser, url, session, chatId);
  } finally {
    await browser?.close();
    for (const child of children) child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

function printWeights(client) {
  const { firstLoad, routes, parts } = weighClient(client);
  const { scripts, styles, page } = firstLoad;
  console.log(
    `first load of /, kB of gzip: scripts ${kilobytes(scripts)}, styles ${kilobytes(styles)}, page ${kilobytes(page)}`,
  );
  console.log(`what each page adds to it, gzip:\n${weightTable(routes)}`);
  console.log(`parts that are loaded later, with what they need, gzip:\n${weightTable(parts)}`);
}

async function reportPages(browser, url, session, pages) {
  console.log(`\n${RUNS} first visits each, medians; ${SLOWDOWN}× slower, 1.6 Mbit/s, ${LATENCY_MS} ms`);
  console.log("page                      largest paint ms    blocking ms    received kB");
  // In turns, so that whatever else the machine does weighs on all of them alike.
  const visitsOf = new Map(pages.map(({ path }) => [path, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const { path, isPublic } of pages) {
      visitsOf.get(path).push(await visit(browser, url, path, isPublic ? null : session));
    }
  }
  for (const { title, path } of pages) {
    const visits = visitsOf.get(path);
    const of = (name) => Math.round(median(visits.map((each) => each[name])));
    const received = kilobytes(median(visits.map((each) => each.received)));
    console.log(
      `${title.padEnd(22)} ${String(of("largestPaint")).padStart(19)} ${String(of("blocking")).padStart(14)} ${received.padStart(14)}`,
    );
  }
}

/** One first visit: an empty cache, a new profile. */
async function visit(browser, url, path, session) {
  const { context, page, client } = await phone(browser, url, session);
  let received = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await page.goto(url + path, { waitUntil: "load", timeout: 120_000 });
  await settled(page);
  const timing = await page.evaluate((longTask) => {
    const { paints, tasks } = window.watched;
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const late = tasks.filter(({ start, duration }) => start + duration > firstPaint);
    return {
      largestPaint: paints.at(-1) ?? 0,
      blocking: late.reduce((sum, { duration }) => sum + Math.max(0, duration - longTask), 0),
    };
  }, LONG_TASK_MS);
  await context.close();
  return { ...timing, received };
}

/** Measures the main thread while an answer streams into a long chat. */
async function reportStreaming(browser, url, session, chatId) {
  const { context, page, client } = await phone(browser, url, session);
  await page.goto(`${url}/chats/${chatId}`, { waitUntil: "load", timeout: 120_000 });
  await settled(page);
  await client.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return {
      task: of("TaskDuration"),
      script: of("ScriptDuration"),
      layout: of("LayoutDuration") + of("RecalcStyleDuration"),
    };
  };
  await page.evaluate(() => {
    window.watched.tasks.length = 0;
  });
  const before = await spent();
  await page.getByRole("textbox", { name: "Your message" }).fill(`[[mock tokens=${TOKENS},interval=20]]`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: 120_000 });
  const after = await spent();
  const longest = await page.evaluate(() => Math.max(0, ...window.watched.tasks.map(({ duration }) => duration)));
  await context.close();
  const each = (name) => (((after[name] - before[name]) * 1_000) / TOKENS).toFixed(2);
  console.log(
    `\nan answer of ${TOKENS} tokens, 50 a second, into the chat of ${TURNS} turns, ${SLOWDOWN}× slower: a token takes ` +
      `${each("task")} ms of the page's thread (${each("script")} script, ${each("layout")} style and layout); ` +
      `the longest task ${Math.round(longest)} ms`,
  );
}

async function phone(browser, url, session) {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  if (session) await context.addCookies([{ name: "portolan-auth-token", value: cookieValue(session), url }]);
  const page = await context.newPage();
  await page.addInitScript(watch);
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: UPLOAD_BYTES_PER_SECOND,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return { context, page, client };
}

/** The session as the auth client keeps it. */
function cookieValue(session) {
  return `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
}

/** In the page, before its own scripts: keeps largest paints and long tasks. */
function watch() {
  const watched = { paints: [], tasks: [] };
  Object.assign(window, { watched });
  const observe = (type, keep) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) keep(entry);
    }).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => watched.paints.push(startTime));
  observe("longtask", ({ startTime, duration }) => watched.tasks.push({ start: startTime, duration }));
}

/** Streams stay open, so that the network is never idle for the browser: what counts is that nothing new comes. */
async function settled(page) {
  await page.waitForFunction(
    (quiet) => {
      const ends = [
        ...performance
          .getEntriesByType("resource")
          .map(({ responseEnd, startTime }) => Math.max(responseEnd, startTime)),
        ...window.watched.tasks.map(({ start, duration }) => start + duration),
        ...window.watched.paints,
      ];
      return performance.now() - Math.max(0, ...ends) > quiet;
    },
    QUIET_MS,
    { timeout: 120_000, polling: 250 },
  );
}

function startServer(path, port, upstreamPort, folder) {
  return spawn(path, ["serve", "--dev", "--listen", `127.0.0.1:${port}`, "--data-dir", folder], {
    env: {
      ...process.env,
      OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
      PORTOLAN_MODEL: "mock",
      PORTOLAN_MODEL_INPUT_PRICE: "0",
      PORTOLAN_MODEL_OUTPUT_PRICE: "0",
      PORTOLAN_LOG: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(1);
}
