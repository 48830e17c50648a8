// Prepares the bundled font for drawing charts on the server: plain TrueType files, because the
// drawing engine reads no WOFF2, and for columns of numbers one whose figures are tabular by
// default, because the engine knows no font features.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";
import wawoff2 from "wawoff2";

const require = createRequire(import.meta.url);

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

/** Writes Inter in two weights, InterTabular, and Noto Sans for other scripts into `folder`. */
export async function buildFonts(folder) {
  await mkdir(folder, { recursive: true });
  const regular = await readInter("Regular");
  await writeFile(join(folder, "Inter-Regular.ttf"), regular);
  await writeFile(join(folder, "Inter-SemiBold.ttf"), await readInter("SemiBold"));
  await writeFile(join(folder, "InterTabular-Regular.ttf"), withTabularFigures(regular));
  for (const script of scripts) await writeFile(join(folder, `NotoSans-${script}.ttf`), await readNoto(script));
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

/** A `cmap` table in format 12: runs of characters whose glyphs follow each other. */
function characterMap(glyphs) {
  const groups = [];
  for (const [codePoint, glyph] of glyphs) {
    const last = groups.at(-1);
    if (last && last.end + 1 === codePoint && last.glyph + codePoint - last.start === glyph) {
      last.end = codePoint;
    } else {
      groups.push({ start: codePoint, end: codePoint, glyph });
    }
  }
  const header = 12;
  const table = Buffer.alloc(header + 16 + groups.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(header, 8);
  table.writeUInt16BE(12, header);
  table.writeUInt32BE(16 + groups.length * 12, header + 4);
  table.writeUInt32BE(groups.length, header + 12);
  groups.forEach((group, index) => {
    const offset = header + 16 + index * 12;
    table.writeUInt32BE(group.start, offset);
    table.writeUInt32BE(group.end, offset + 4);
    table.writeUInt32BE(group.glyph, offset + 8);
  });
  return table;
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
