// Prepares the bundled font for drawing charts on the server: plain TrueType files, because the
// drawing engine reads no WOFF2, and for columns of numbers one whose figures are tabular by
// default, because the engine knows no font features.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";
import wawoff2 from "wawoff2";
import { buildCjkFonts } from "./cjk-fonts.mjs";
import { addCharacters } from "./mixed-fonts.mjs";
import { characterMap } from "./sfnt.mjs";

const require = createRequire(import.meta.url);

/** Latin, Greek, Cyrillic, punctuation, currencies, arrows and mathematics: what texts in charts are measured by. */
export const interRanges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x180, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf],
  [0x2190, 0x2199],
  [0x2200, 0x2265],
];

/** Characters for lines that mix scripts; fewer, because the font of each script has them. */
const mixedRanges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf],
  [0x2190, 0x2199],
  [0x2200, 0x2265],
];

/** Reads one weight of Inter as TrueType. */
export async function readInter(weight) {
  const folder = join(dirname(require.resolve("inter-ui/package.json")), "web");
  return Buffer.from(await wawoff2.decompress(await readFile(join(folder, `Inter-${weight}.woff2`))));
}

/** Scripts that Inter lacks; the engine takes them where a character asks for it. */
const scripts = ["arabic", "devanagari", "hebrew"];

async function readNoto(script) {
  const file = `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff2`;
  return Buffer.from(await wawoff2.decompress(await readFile(require.resolve(file))));
}

/**
 * Writes Inter in two weights, InterTabular, and Noto Sans for other scripts into `folder`: Arabic, Devanagari and Hebrew
 * with characters of Inter, and the common characters of Chinese, Japanese and Korean.
 */
export async function buildFonts(folder) {
  await mkdir(folder, { recursive: true });
  const regular = await readInter("Regular");
  await writeFile(join(folder, "Inter-Regular.ttf"), regular);
  await writeFile(join(folder, "Inter-SemiBold.ttf"), await readInter("SemiBold"));
  await writeFile(join(folder, "InterTabular-Regular.ttf"), withTabularFigures(regular));
  for (const script of scripts) {
    const font = addCharacters(await readNoto(script), regular, mixedRanges);
    await writeFile(join(folder, `NotoSans-${script}.ttf`), font);
  }
  for (const [script, font] of Object.entries(await buildCjkFonts())) {
    await writeFile(join(folder, `NotoSans-${script}.ttf`), font);
  }
}

/** Maps every character that the feature `tnum` replaces straight to its tabular glyph. */
function withTabularFigures(buffer) {
  const font = fontkit.create(buffer);
  const glyphs = font.characterSet
    .toSorted((a, b) => a - b)
    .map((codePoint) => {
      const run = font.layout(String.fromCodePoint(codePoint), { tnum: true });
      return [codePoint, run.glyphs[0].id];
    });
  return replaceTable(buffer, "cmap", characterMap(glyphs));
}

/** Points the font's directory at a new table, appended at its end; readers ignore checksums. */
function replaceTable(buffer, tag, table) {
  const padding = Buffer.alloc((4 - (buffer.length % 4)) % 4);
  const font = Buffer.concat([buffer, padding, table]);
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const entry = 12 + index * 16;
    if (font.toString("latin1", entry, entry + 4) !== tag) continue;
    font.writeUInt32BE(buffer.length + padding.length, entry + 8);
    font.writeUInt32BE(table.length, entry + 12);
    return font;
  }
  throw new Error(`The font has no table "${tag}".`);
}
