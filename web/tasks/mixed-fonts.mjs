// Fonts of scripts that Inter lacks, with Inter's own characters added to them. The drawing engine shapes a line with
// one font: where its letters join, only a font that has every character of the line leaves no box.
import * as fontkit from "fontkit";
import { padded, readGlyphs, readTables, writeGlyphs } from "./sfnt.mjs";

const onCurve = 1;

/** Adds to `font` what it lacks of the characters of `ranges`, as `inter` has them. */
export function addCharacters(font, inter, ranges) {
  const tables = readTables(font);
  const own = fontkit.create(font);
  const source = fontkit.create(inter);
  const scale = own.unitsPerEm / source.unitsPerEm;
  const glyphs = readGlyphs(tables);
  const characters = tables.characters();
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code += 1) {
      if (own.hasGlyphForCodePoint(code) || !source.hasGlyphForCodePoint(code)) continue;
      characters.push([code, glyphs.length]);
      glyphs.push(scaledGlyph(source.glyphForCodePoint(code), scale));
    }
  }
  return writeGlyphs(tables.tables, glyphs, characters);
}

function scaledGlyph(glyph, scale) {
  const contours = contoursOf(glyph.path, scale);
  const points = contours.flat();
  const left = Math.min(...points.map(({ x }) => x));
  return {
    outline: padded(encodeOutline(contours)),
    width: Math.round(glyph.advanceWidth * scale),
    bearing: points.length === 0 ? 0 : left,
  };
}

/** The points of a path's contours; those of composite glyphs are resolved by the path. */
function contoursOf(path, scale) {
  const contours = [];
  const add = (x, y, flag) => contours.at(-1).push({ x: Math.round(x * scale), y: Math.round(y * scale), flag });
  for (const { command, args } of path.commands) {
    if (command === "moveTo") contours.push([]);
    if (command === "closePath") continue;
    if (command === "quadraticCurveTo") add(args[0], args[1], 0);
    else if (command !== "moveTo" && command !== "lineTo") throw new Error(`a TrueType outline has no ${command}`);
    add(args.at(-2), args.at(-1), onCurve);
  }
  return contours.map(withoutRepeatedStart).filter((contour) => contour.length > 1);
}

/** Contours close by themselves: a last point that is the first one goes. */
function withoutRepeatedStart(contour) {
  const [start, end] = [contour[0], contour.at(-1)];
  return start.x === end.x && start.y === end.y ? contour.slice(0, -1) : contour;
}

/** A simple glyph of the table `glyf`, without instructions; coordinates are differences of two bytes. */
function encodeOutline(contours) {
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const header = Buffer.alloc(10 + contours.length * 2 + 2);
  header.writeInt16BE(contours.length, 0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  for (const [index, value] of bounds.entries()) header.writeInt16BE(value, 2 + index * 2);
  let end = -1;
  for (const [index, contour] of contours.entries()) {
    end += contour.length;
    header.writeUInt16BE(end, 10 + index * 2);
  }
  return Buffer.concat([header, Buffer.from(points.map(({ flag }) => flag)), differences(xs), differences(ys)]);
}

function differences(values) {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value - (values[index - 1] ?? 0), index * 2);
  return bytes;
}
