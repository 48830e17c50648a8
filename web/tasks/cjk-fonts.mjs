// Noto Sans for Chinese, Japanese and Korean as plain TrueType files. The packages hold variable fonts in about a
// hundred slices each; the common characters are taken from the slices in regular weight and joined to one font.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import { readGlyphs, readTables, writeGlyphs } from "./sfnt.mjs";

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
  const numbers = new Map();
  for (const [index, part] of parts.entries()) {
    const own = readGlyphs(part);
    // Glyph 0 stands for a missing character; one is enough.
    const first = index === 0 ? 0 : 1;
    for (const [code, glyph] of part.characters()) {
      if (glyph >= first) numbers.set(code, glyphs.length + glyph - first);
    }
    for (const glyph of own.slice(first)) {
      if (isComposite(glyph)) throw new Error(`glyph ${own.indexOf(glyph)} is a composite`);
      glyphs.push(glyph);
    }
  }
  const [{ tables }] = parts;
  const kept = ["OS/2", "head", "hhea", "maxp", "name", "post"].map((tag) => [tag, tables.get(tag)]);
  return writeGlyphs(new Map(kept), glyphs, [...numbers]);
}

function isComposite({ outline }) {
  return outline.length > 0 && outline.readInt16BE(0) < 0;
}
