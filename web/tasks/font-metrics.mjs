// Writes the advance widths of the bundled font that text in charts is measured with, so that the
// server and the browser lay out alike. Run it after a change of the font:
// node web/tasks/font-metrics.mjs
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as fontkit from "fontkit";
import { interRanges, readInter } from "./build-fonts.mjs";

/** For each weight: the widths of runs of characters in font units, by the run's first character. */
export async function fontMetrics() {
  const metrics = { unitsPerEm: 2048 };
  for (const [name, weight, features] of [
    ["regular", "Regular", {}],
    ["semibold", "SemiBold", {}],
    ["tabular", "Regular", { tnum: true }],
  ]) {
    const font = fontkit.create(await readInter(weight));
    metrics[name] = {};
    for (const [start, end] of interRanges) {
      const widths = [];
      for (let codePoint = start; codePoint <= end; codePoint += 1) {
        const known = font.hasGlyphForCodePoint(codePoint);
        const run = known && font.layout(String.fromCodePoint(codePoint), features);
        widths.push(known ? run.advanceWidth : 0);
      }
      metrics[name][start] = widths;
    }
  }
  return metrics;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = new URL("../app/charts/font-metrics.json", import.meta.url);
  await writeFile(file, `${JSON.stringify(await fontMetrics())}\n`);
}
