// Draws the gallery with the bundle in web/build/draw, as JSON from a case's name to its SVG:
// node web/tasks/draw-gallery.mjs [light|dark]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

const web = join(import.meta.dirname, "..");
const gallery = join(web, "app", "charts", "gallery");
const theme = process.argv[2] ?? "light";

runInThisContext(readFileSync(join(web, "build", "draw", "draw.js"), "utf8"));
const drawn = {};
for (const file of readdirSync(gallery).toSorted()) {
  const request = JSON.parse(readFileSync(join(gallery, file), "utf8"));
  drawn[file.replace(/\.json$/, "")] = globalThis.portolanDraw.drawSvg(JSON.stringify({ ...request, theme }));
}
process.stdout.write(JSON.stringify(drawn));
