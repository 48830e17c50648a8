// Reading and writing the tables of TrueType files.
import * as fontkit from "fontkit";

/** The tables of a font by tag, and its characters with their glyph numbers. */
export function readTables(buffer) {
  const tables = new Map();
  const count = buffer.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const entry = 12 + index * 16;
    const start = buffer.readUInt32BE(entry + 8);
    tables.set(
      buffer.toString("latin1", entry, entry + 4),
      buffer.subarray(start, start + buffer.readUInt32BE(entry + 12)),
    );
  }
  return {
    tables,
    characters() {
      const font = fontkit.create(buffer);
      return font.characterSet.map((code) => [code, font.glyphForCodePoint(code).id]);
    },
  };
}

/** Writes a font of the given tables, each at a multiple of four bytes; readers ignore checksums. */
export function buildSfnt(tables) {
  const tags = [...tables.keys()].sort();
  const directory = Buffer.alloc(12 + tags.length * 16);
  const power = Math.floor(Math.log2(tags.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tags.length, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (tags.length - 2 ** power), 10);
  const parts = [directory];
  let start = directory.length;
  for (const [index, tag] of tags.entries()) {
    const table = tables.get(tag);
    const entry = 12 + index * 16;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(start, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    start += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** The outlines of a font's glyphs, each a multiple of four bytes long, and their horizontal metrics. */
export function readGlyphs({ tables }) {
  const outlines = tables.get("glyf");
  const places = tables.get("loca");
  const metrics = tables.get("hmtx");
  const count = tables.get("maxp").readUInt16BE(4);
  const measured = tables.get("hhea").readUInt16BE(34);
  const hasLongPlaces = tables.get("head").readInt16BE(50) === 1;
  const placeOf = (index) => (hasLongPlaces ? places.readUInt32BE(index * 4) : places.readUInt16BE(index * 2) * 2);
  return Array.from({ length: count }, (_, index) => ({
    outline: padded(outlines.subarray(placeOf(index), placeOf(index + 1))),
    width: metrics.readUInt16BE(Math.min(index, measured - 1) * 4),
    bearing: metrics.readInt16BE(index < measured ? index * 4 + 2 : measured * 4 + (index - measured) * 2),
  }));
}

/** Writes a font of these glyphs and characters; its other tables are `tables`. */
export function writeGlyphs(tables, glyphs, characters) {
  const locations = Buffer.alloc((glyphs.length + 1) * 4);
  const metrics = Buffer.alloc(glyphs.length * 4);
  let end = 0;
  for (const [index, { outline, width, bearing }] of glyphs.entries()) {
    end += outline.length;
    locations.writeUInt32BE(end, (index + 1) * 4);
    metrics.writeUInt16BE(width, index * 4);
    metrics.writeInt16BE(bearing, index * 4 + 2);
  }
  const changed = (tag, offset, value) => {
    const table = Buffer.from(tables.get(tag));
    table.writeUInt16BE(value, offset);
    return table;
  };
  return buildSfnt(
    new Map([
      ...tables,
      ["cmap", characterMap(characters.toSorted(([a], [b]) => a - b))],
      ["glyf", Buffer.concat(glyphs.map(({ outline }) => outline))],
      ["head", changed("head", 50, 1)],
      ["hhea", changed("hhea", 34, glyphs.length)],
      ["hmtx", metrics],
      ["loca", locations],
      ["maxp", changed("maxp", 4, glyphs.length)],
    ]),
  );
}

/** Returns the outline with zeros up to a multiple of four bytes. */
export function padded(outline) {
  return Buffer.concat([outline, Buffer.alloc((4 - (outline.length % 4)) % 4)]);
}

/** A `cmap` table in format 12: runs of characters whose glyphs follow each other. */
export function characterMap(glyphs) {
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
