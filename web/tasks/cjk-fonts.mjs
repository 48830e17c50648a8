// Noto Sans for Chinese, Japanese and Korean as plain TrueType files. The packages hold variable fonts in about a
// hundred slices each; the common characters are taken from the slices in regular weight and joined to one font.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import { buildSfnt, characterMap, readTables } from "./sfnt.mjs";

const require = createRequire(import.meta.url);

/** Characters of a double-byte encoding's rows that name a single character each. */
function charactersOf(encoding, [firstRow, lastRow], [firstCell, lastCell] = [0xa1, 0xfe]) {
  const decoder = new TextDecoder(encoding);
  const found = [];
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let cell = firstCell; cell <= lastCell; cell += 1) {
      const [character, more] = decoder.decode(Uint8Array.of(row, cell));
      if (character !== "\uFFFD" && more === undefined) found.push(character.codePointAt(0));
    }
  }
  return found;
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** All of GB 2312, and the common characters of Big5 (those of schools in Taiwan and Hong Kong). */
const chinese = [
  ...charactersOf("gbk", [0xb0, 0xf7]),
  ...charactersOf("big5", [0xa4, 0xc6], [0x40, 0x7e]),
  ...charactersOf("big5", [0xa4, 0xc5]),
];
/** JIS X 0208: level 1 has the characters of newspapers, level 2 those of names and rarer words. */
const [japanese, rareJapanese] = [charactersOf("euc-jp", [0xb0, 0xcf]), charactersOf("euc-jp", [0xd0, 0xf4])];
/** KS X 1001. */
const korean = charactersOf("euc-kr", [0xb0, 0xc8]);
const punctuation = [...range(0x3001, 0x301f), ...range(0xff01, 0xff5e), 0xffe5];
const kana = [...range(0x3041, 0x3096), ...range(0x3099, 0x30ff)];
const jamo = range(0x3131, 0x318e);

/** The characters that charts are drawn with. */
export const cjkCharacters = new Set([
  ...chinese,
  ...japanese,
  ...rareJapanese,
  ...korean,
  ...punctuation,
  ...kana,
  ...jamo,
]);

const hangul = new Set([...korean, ...jamo]);
/** Characters that the Japanese font has in the forms of Japan, whatever the Chinese one has. */
const ofJapan = new Set([...japanese, ...kana, ...punctuation]);

/** Reads the slices of a package: their files and characters. */
async function readSlices(script) {
  const folder = dirname(require.resolve(`@fontsource-variable/noto-sans-${script}/package.json`));
  const ranges = JSON.parse(await readFile(join(folder, "unicode.json"), "utf8"));
  return Object.entries(ranges).map(([key, text]) => ({
    file: join(folder, "files", `noto-sans-${script}-${key.replace(/[[\]]/g, "")}-wght-normal.woff2`),
    characters: text.split(",").flatMap((part) => {
      const [first, last = first] = part.replace("U+", "").split("-");
      return range(Number.parseInt(first, 16), Number.parseInt(last, 16));
    }),
  }));
}

/** Tables and features that text in these scripts does not need: vertical writing, kerning, alternates. */
const dropTables = ["BASE", "GDEF", "GPOS", "GSUB", "STAT", "VORG", "gasp", "vhea", "vmtx"];

/**
 * Builds the fonts: `sc` has Chinese and the Han characters that all share, `jp` those of Japan and what `sc` lacks,
 * `kr` Hangul.
 */
export async function buildCjkFonts() {
  const [sc, jp, kr] = [await readSlices("sc"), await readSlices("jp"), await readSlices("kr")];
  const inChinese = new Set(sc.flatMap((slice) => slice.characters));
  return {
    sc: await buildFont(sc, (code) => cjkCharacters.has(code) && !hangul.has(code)),
    jp: await buildFont(jp, (code) => cjkCharacters.has(code) && (ofJapan.has(code) || !inChinese.has(code))),
    kr: await buildFont(kr, (code) => hangul.has(code)),
  };
}

/** Builds a font of the wanted characters. Fails when a slice holds composite glyphs, whose numbers would have to change. */
async function buildFont(slices, isWanted) {
  const parts = [];
  for (const { file, characters } of slices) {
    const wanted = characters.filter(isWanted);
    if (wanted.length === 0) continue;
    const slice = await subsetFont(await readFile(file), String.fromCodePoint(...wanted), {
      targetFormat: "sfnt",
      variationAxes: { wght: 400 },
      keepFeatures: [],
      noHinting: true,
      noLayoutClosure: true,
      dropTables,
    });
    parts.push(readTables(slice));
  }
  return joinFonts(parts);
}

/** Joins fonts of one design: the glyphs of all, and the names and metrics of the first. */
function joinFonts(parts) {
  const glyphs = [];
  const widths = [];
  const numbers = new Map();
  for (const [index, part] of parts.entries()) {
    const own = glyphsOf(part);
    // Glyph 0 stands for a missing character; one is enough.
    const first = index === 0 ? 0 : 1;
    for (const [code, glyph] of part.characters()) {
      if (glyph >= first) numbers.set(code, glyphs.length + glyph - first);
    }
    for (const glyph of own.slice(first)) {
      glyphs.push(glyph.outline);
      widths.push(glyph.width, glyph.bearing);
    }
  }
  const [{ tables }] = parts;
  const locations = Buffer.alloc((glyphs.length + 1) * 4);
  let end = 0;
  for (const [index, outline] of glyphs.entries()) {
    end += outline.length;
    locations.writeUInt32BE(end, (index + 1) * 4);
  }
  const metrics = Buffer.alloc(widths.length * 2);
  for (const [index, value] of widths.entries()) metrics.writeInt16BE(value, index * 2);
  const changed = (tag, offset, value) => {
    const table = Buffer.from(tables.get(tag));
    table.writeUInt16BE(value, offset);
    return table;
  };
  const characters = [...numbers].sort(([a], [b]) => a - b);
  return buildSfnt(
    new Map([
      ["OS/2", tables.get("OS/2")],
      ["cmap", characterMap(characters)],
      ["glyf", Buffer.concat(glyphs)],
      ["head", changed("head", 50, 1)],
      ["hhea", changed("hhea", 34, glyphs.length)],
      ["hmtx", metrics],
      ["loca", locations],
      ["maxp", changed("maxp", 4, glyphs.length)],
      ["name", tables.get("name")],
      ["post", tables.get("post")],
    ]),
  );
}

/** The outlines and horizontal metrics of a font's glyphs. */
function glyphsOf({ tables }) {
  const outlines = tables.get("glyf");
  const places = tables.get("loca");
  const metrics = tables.get("hmtx");
  const count = tables.get("maxp").readUInt16BE(4);
  const measured = tables.get("hhea").readUInt16BE(34);
  const hasLongPlaces = tables.get("head").readInt16BE(50) === 1;
  const placeOf = (index) => (hasLongPlaces ? places.readUInt32BE(index * 4) : places.readUInt16BE(index * 2) * 2);
  return range(0, count - 1).map((index) => {
    const outline = outlines.subarray(placeOf(index), placeOf(index + 1));
    if (outline.length > 0 && outline.readInt16BE(0) < 0) throw new Error(`glyph ${index} is a composite`);
    const padding = Buffer.alloc((4 - (outline.length % 4)) % 4);
    return {
      outline: Buffer.concat([outline, padding]),
      width: metrics.readInt16BE(Math.min(index, measured - 1) * 4),
      bearing: metrics.readInt16BE(index < measured ? index * 4 + 2 : measured * 4 + (index - measured) * 2),
    };
  });
}
