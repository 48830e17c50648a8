import { isNumeric } from "./text-width.ts";

/** Font stack: the bundled font's page name first, system fonts last. */
export const fontFamily = '"Inter Variable", Inter, "Helvetica Neue", Arial, sans-serif';

/** For numbers: the server's font with tabular figures; a page has the feature instead. */
export const tabularAttributes = ` font-family="${escapeAttribute(`"Inter Tabular", ${fontFamily}`)}" style="font-variant-numeric:tabular-nums"`;

type Attributes = Record<string, string | number | undefined>;

/** An element with its attributes escaped; `content` is markup. */
export function element(name: string, values: Attributes, content = ""): string {
  const written = attributes(values);
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : escapeAttribute(String(value))}"`)
    .join("");
}

export function escapeText(text: string): string {
  return printable(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const beginsRightToLeft = new RegExp(`^[^\\p{L}]*[${rightToLeft}]`, "u");
const hasOtherCharacters = new RegExp(`[^${rightToLeft}\\s]`, "u");

/** Parts of a line that have a direction of their own, which says nothing about the line's. */
const isolated = /[\u2066-\u2068][^\u2069]*\u2069/g;

/**
 * Returns a line of text that begins in a right-to-left script within a right-to-left isolate. Without it, numbers, brackets and
 * Latin words in it would be in the order of a left-to-right line, as pictures have no direction of their own.
 */
export function isolateDirection(line: string): string {
  return beginsRightToLeft.test(line.replace(isolated, "")) && hasOtherCharacters.test(line)
    ? `\u2067${line}\u2069`
    : line;
}

/** Leaves out what XML does not allow. */
function printable(text: string): string {
  let kept = "";
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isControl = codePoint < 0x20 && codePoint !== 0x9 && codePoint !== 0xa;
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (!isControl && !isSurrogate && codePoint !== 0xfffe && codePoint !== 0xffff) kept += character;
  }
  return kept;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

interface TextStyle {
  fontSize: number;
  fill: string;
  fontWeight?: 400 | 600;
  anchor?: "start" | "middle" | "end";
}

/** A line of text whose baseline is at `y`. */
export function text(content: string, x: number, y: number, style: TextStyle): string {
  const isTabular = style.fontWeight !== 600 && isNumeric(content);
  const written = attributes({
    x,
    y,
    "font-size": style.fontSize,
    "font-weight": style.fontWeight === 600 ? 600 : undefined,
    "text-anchor": style.anchor === "start" ? undefined : style.anchor,
    fill: style.fill,
  });
  return `<text${written}${isTabular ? tabularAttributes : ""}>${escapeText(isolateDirection(content))}</text>`;
}
