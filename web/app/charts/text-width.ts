import fontMetrics from "./font-metrics.json";

export type FontWeight = "regular" | "semibold" | "tabular";

const unitsPerEm = fontMetrics.unitsPerEm;
const widths = {
  regular: widthTable(fontMetrics.regular),
  semibold: widthTable(fontMetrics.semibold),
  tabular: widthTable(fontMetrics.tabular),
};

/** Numbers as they stand on an axis or in a column: drawn with tabular figures. */
const numeric = /^[\d\s.,:%$€£¥+−()kMBT]*\d[\d\s.,:%$€£¥+−()kMBT]*$/;

export function isNumeric(text: string): boolean {
  return numeric.test(text);
}

/** The width of a line of text in pixels, by the metrics of the bundled font. */
export function textWidth(text: string, fontSize: number, weight: FontWeight = "regular"): number {
  const table = widths[weight === "regular" && isNumeric(text) ? "tabular" : weight];
  let units = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    units += table.get(codePoint) ?? foreignWidth(codePoint);
  }
  return (units / unitsPerEm) * fontSize;
}

/** Cuts a text so that it fits, with an ellipsis at its end. */
export function truncate(text: string, maxWidth: number, fontSize: number, weight?: FontWeight) {
  if (textWidth(text, fontSize, weight) <= maxWidth) return text;
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const candidate = `${characters.slice(0, middle).join("").trimEnd()}…`;
    if (textWidth(candidate, fontSize, weight) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("").trimEnd()}…`;
}

/** Breaks a text at its spaces into at most `maxLines` lines; the last one is cut where needed. */
export function wrap(
  text: string,
  maxWidth: number,
  fontSize: number,
  maxLines: number,
  weight?: FontWeight,
): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const lines: string[] = [];
  let line = "";
  for (const [index, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, fontSize, weight) <= maxWidth) {
      line = longer;
      continue;
    }
    if (lines.length + 1 === maxLines) {
      line = [line, ...words.slice(index)].join(" ");
      break;
    }
    lines.push(line);
    line = word;
  }
  if (line !== "") lines.push(line);
  return closeIsolates(lines).map((each) => truncate(each, maxWidth, fontSize, weight));
}

const endOfIsolate = "\u2069";

/** A part with a direction of its own that is broken over lines ends with the one and begins again with the next. */
function closeIsolates(lines: readonly string[]): string[] {
  let open = "";
  return lines.map((line) => {
    const whole = open + line;
    const start = /([\u2066-\u2068])[^\u2069]*$/.exec(whole)?.[1];
    open = start ?? "";
    return start ? whole + endOfIsolate : whole;
  });
}

function widthTable(runs: Record<string, number[]>): Map<number, number> {
  const table = new Map<number, number>();
  for (const [start, run] of Object.entries(runs)) {
    run.forEach((width, index) => {
      if (width > 0) table.set(Number(start) + index, width);
    });
  }
  return table;
}

/** A character that the bundled font lacks, drawn with whatever font the reader has. */
function foreignWidth(codePoint: number): number {
  const isCombining = (codePoint >= 0x300 && codePoint <= 0x36f) || (codePoint >= 0x200b && codePoint <= 0x200f);
  const isIsolate = codePoint >= 0x2066 && codePoint <= 0x2069;
  if (isCombining || isIsolate || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)) return 0;
  const isWide =
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe4f) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    codePoint >= 0x1f000;
  return isWide ? unitsPerEm : 0.6 * unitsPerEm;
}
