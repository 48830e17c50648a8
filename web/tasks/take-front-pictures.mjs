// Takes the pictures of the front page's tour from the product itself and stores them as WebP in app/features/public/pictures:
// node web/tasks/take-front-pictures.mjs http://127.0.0.1:8080
// The address is that of a server in development mode; its visitor is a guest.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const server = process.argv[2];
if (server === undefined) throw new Error("name the address of a server in development mode");
const here = resolve(import.meta.dirname, "..");
const folder = join(here, "app/features/public/pictures");
mkdirSync(folder, { recursive: true });
const examples = JSON.parse(readFileSync(join(here, "../orchestrator/samples/examples.json"), "utf8"));
const size = { width: 1200, height: 760 };

const config = await (await fetch(`${server}/api/config`)).json();
const session = await (
  await fetch(`${server}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: config.auth.publicKey, "content-type": "application/json" },
    body: "{}",
  })
).json();

async function call(method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: { authorization: `Bearer ${session.access_token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

async function createChart({ sample, title, description, spec, sql, notes }) {
  const source = await call("POST", "/api/sources", { sample });
  const query = { sql, sourceIds: [source.id] };
  return call("POST", "/api/charts", { kind: "plot", title, description, spec, encodingNotes: notes, query });
}

async function createBoard(charts) {
  const { boardId } = await call("POST", "/api/boards", { title: "Carbon dioxide and the moons" });
  const chart = ({ id, title }, x, y) => ({
    id: crypto.randomUUID(),
    type: "chart",
    data: { chartId: id, title },
    x,
    y,
    width: 520,
    height: 400,
  });
  const note = (markdown, x, y) => ({
    id: crypto.randomUUID(),
    type: "note",
    data: { markdown },
    x,
    y,
    width: 300,
    height: 190,
    color: "4",
  });
  const nodes = [
    chart(charts[0], 0, 0),
    chart(charts[1], 640, 0),
    chart(charts[2], 0, 480),
    note("## What it means\n\nEach decade adds more than the one before, but for the 1990s.", 640, 480),
    note("## To check\n\n- [ ] Compare with other stations\n- [ ] Ask for the yearly rise", 980, 480),
  ];
  const edges = [
    { id: crypto.randomUUID(), fromNode: nodes[0].id, toNode: nodes[1].id, label: "faster every decade" },
    { id: crypto.randomUUID(), fromNode: nodes[1].id, toNode: nodes[3].id },
  ];
  await call("PATCH", `/api/boards/${boardId}`, { nodes, edges });
  return `/boards/${boardId}`;
}

async function createDocument([chart]) {
  const markdown = `At Mauna Loa, the air held **316 ppm** of carbon dioxide in 1959. In 2023 it held **421 ppm**.\n\n![${chart.title}](/charts/${chart.id})\n\nThe rise isn't steady: it was 0.9 ppm a year in the 1960s, and 2.4 ppm a year in the 2010s.`;
  const { id } = await call("POST", "/api/portolans", { title: "Sixty years of carbon dioxide", markdown });
  return `/portolans/${id}`;
}

/** A page with a table, as the extension shows it to its panel. */
const moons = readFileSync(join(here, "../orchestrator/samples/moons.csv"), "utf8").trim().split("\n");
const table = moons.slice(0, 17).map((line) => line.split(","));
const cells = (row, name) => row.map((cell) => `<${name}>${cell}</${name}>`).join("");
const tableHtml = `<h1>Moons of the solar system</h1><p>The largest moons, their planets, and their orbits.</p><table><tr>${cells(table[0], "th")}</tr>${table
  .slice(1)
  .map((row) => `<tr>${cells(row, "td")}</tr>`)
  .join("")}</table>`;
const panelWidth = 400;
const seenPage = {
  html: `<title>Moons of the solar system</title>${tableHtml}`,
  url: "https://example.org/moons",
  title: "Moons of the solar system",
  tables: [{ title: "Moons", rows: table }],
};

function pageWithPanel(panel, theme) {
  const [paper, ink, line] = theme === "dark" ? ["#16181d", "#e8eaed", "#2f343b"] : ["#fff", "#1b1f24", "#dfe3e8"];
  return `<style>body{margin:0;display:flex;background:${paper};color:${ink};font:15px/1.5 Georgia,serif}main{flex:1;padding:40px 44px}h1{font-size:30px;margin:0}table{border-collapse:collapse;width:100%;font:14px system-ui}td,th{border-bottom:1px solid ${line};padding:7px 8px;text-align:left}img{width:${panelWidth}px;border-left:1px solid ${line}}</style><main>${tableHtml}</main><img src="data:image/png;base64,${panel}">`;
}

/** Runs in the panel: stands for the message of the extension around it. */
function showPage(page) {
  const data = { portolan: "page", number: 1, action: "look", page };
  const origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
  window.dispatchEvent(new MessageEvent("message", { data, origin, source: window.parent }));
}

const charts = [];
for (const example of examples.slice(0, 3)) charts.push(await createChart(example));
const pages = [
  ["board", await createBoard(charts), ".react-flow__node svg[role] path"],
  ["document", await createDocument(charts), "figure svg[role] path"],
  ["editor", `/charts/${charts[2].id}/edit`, "svg[role] path"],
];

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const theme of ["light", "dark"]) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: "reduce" });
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
  const chunks = value.match(/.{1,3180}/gs) ?? [];
  const name = (index) => `portolan-auth-token${chunks.length === 1 ? "" : `.${index}`}`;
  await context.addCookies(chunks.map((chunk, index) => ({ name: name(index), value: chunk, url: server })));
  const page = await context.newPage();
  const store = async (title, png) => {
    const url = await page.evaluate(toWebp, `data:image/png;base64,${png.toString("base64")}`);
    writeFileSync(join(folder, `${title}-${theme}.webp`), Buffer.from(url.split(",")[1], "base64"));
  };
  for (const [title, path, drawn] of pages) {
    await page.goto(server + path);
    await page.locator(drawn).first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    // The pictures are about the content, not about the sidebar of a guest.
    await store(title, await page.locator(".board, #content").last().screenshot());
  }
  await page.setViewportSize({ width: panelWidth, height: size.height });
  await page.goto(`${server}/extension`);
  await page.locator("h1").waitFor();
  await page.evaluate(showPage, seenPage);
  await page.getByText(seenPage.title).first().waitFor();
  const panel = await page.screenshot();
  await page.setViewportSize(size);
  await page.setContent(pageWithPanel(panel.toString("base64"), theme));
  const beside = await page.screenshot();
  await page.goto(`${server}/legal/terms`);
  await store("extension", beside);
  await context.close();
}
await browser.close();

/** Runs in the page, which has an encoder. */
async function toWebp(png) {
  const image = new Image();
  image.src = png;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.82);
}
