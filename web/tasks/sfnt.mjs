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
