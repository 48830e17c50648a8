// Boards in a browser: how even the frames are while one pans over 200 charts and over 1,000 notes. Needs web/build/draw.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInThisContext } from "node:vm";
import { median, withBenchPage } from "./bench-page.mjs";

const web = resolve(import.meta.dirname, "..");
const cases = ["bar-categories", "line-series", "pie", "scatter"].map((name) =>
  JSON.parse(readFileSync(join(web, "app", "charts", "gallery", `${name}.json`), "utf8")),
);
runInThisContext(readFileSync(join(web, "build", "draw", "draw.js"), "utf8"));
const pictures = cases.map((request) =>
  globalThis.portolanDraw.drawSvg(JSON.stringify({ ...request, theme: "light" })),
);

const boards = {
  charts: board("charts", 200, 20, (place) => ({ type: "chart", data: { chartId: String(place), title: "A chart" } })),
  notes: board("notes", 1_000, 40, (place) => ({
    type: "note",
    data: { markdown: `# Note ${place}\n\nA few **words**.` },
  })),
};

await withBenchPage(
  "boards.html",
  async (page) => {
    await page.waitForFunction(() => "panBoard" in window);
    console.log("\nboard           zoom    in sight    median ms    worst ms    over 50 ms");
    console.log(row("an empty page", "", "", await page.evaluate(() => window.waitFrames(240))));
    for (const name of Object.keys(boards)) {
      // Everything at once, some of it, and near enough to read.
      for (const zoom of [0, 0.5, 1]) {
        await page.evaluate(([id, to]) => window.showBoard(id, to), [name, zoom]);
        const { frames, nodes, reached } = await page.evaluate(() => window.panBoard(240));
        console.log(row(`${boards[name].nodes.length} ${name}`, reached.toFixed(2), nodes, frames));
      }
    }
  },
  answer,
);

function row(title, zoom, inSight, frames) {
  const over = `${frames.filter((frame) => frame > 50).length} of ${frames.length}`;
  const worst = Math.max(...frames).toFixed(1);
  const columns = [
    zoom.padStart(5),
    String(inSight).padStart(11),
    median(frames).toFixed(1).padStart(12),
    worst.padStart(11),
  ];
  return [title.padStart(14), ...columns, over.padStart(13)].join(" ");
}

function board(id, count, columns, content) {
  const nodes = Array.from({ length: count }, (_, place) => ({
    id: `n${place}`,
    x: (place % columns) * 520,
    y: Math.floor(place / columns) * 360,
    width: 480,
    height: 320,
    ...content(place),
  }));
  const time = "2026-01-05T10:00:00Z";
  return {
    id,
    title: id,
    visibility: "private",
    isOwner: true,
    author: {},
    chatId: null,
    revision: 1,
    nodes,
    edges: [],
    createdAt: time,
    updatedAt: time,
  };
}

/** The server's part: the boards, and charts as pictures and as they are. */
function answer(path) {
  const json = (value) => ({ body: JSON.stringify(value), contentType: "application/json" });
  const [, kind, id] = /^\/api\/(boards|charts)\/(\w+)/.exec(path) ?? [];
  if (kind === "boards") return json(boards[id]);
  if (kind !== "charts") return undefined;
  const at = Number(id) % cases.length;
  if (path.endsWith(".svg")) return { body: pictures[at], contentType: "image/svg+xml" };
  const { kind: chartKind, title, spec, data } = cases[at];
  return json({
    id,
    chartId: id,
    version: 1,
    kind: chartKind,
    title,
    description: "",
    spec,
    data: { ...data, truncated: false },
    query: null,
    encodingNotes: [],
  });
}
