/**
 * Markdown that is still being written, cut where no later text can change what is before: each
 * piece, parsed alone, gives the same as within the whole (definitions of links apart).
 */
export interface Split {
  readonly text: string;
  /** Complete pieces; together with `open` they are the whole text. */
  readonly finished: readonly string[];
  readonly open: string;
  readonly scan: Scan;
}

/** How far the open piece was read, so that the next call reads only what is new. */
interface Scan {
  /** Complete lines of the open piece were read up to here. */
  readonly position: number;
  readonly fence: Fence | null;
  /** End conditions of an open HTML block; blank lines don't end it. */
  readonly htmlEnd: RegExp | null;
  /** How far the text of the list item that is open is indented. */
  readonly itemIndent: number | null;
  /** Whether a line came that may have ended the list, or gone on with its last paragraph. */
  readonly isListUnsure: boolean;
  /** Whether the line may be within HTML that a blank line ends, where nothing else has a meaning. */
  readonly isHtmlUnsure: boolean;
  readonly isAfterBlank: boolean;
}

interface Fence {
  readonly character: string;
  readonly length: number;
}

const START: Scan = {
  position: 0,
  fence: null,
  htmlEnd: null,
  itemIndent: null,
  isListUnsure: false,
  isHtmlUnsure: false,
  isAfterBlank: false,
};

export const EMPTY_SPLIT: Split = { text: "", finished: [], open: "", scan: START };

/** The split of `text`, given that of an earlier, shorter state of it; any other one starts anew. */
export function splitMarkdown(text: string, before: Split = EMPTY_SPLIT): Split {
  if (text === before.text) return before;
  const isLonger = text.startsWith(before.text);
  const finished = isLonger ? [...before.finished] : [];
  let open = isLonger ? before.open + text.slice(before.text.length) : text;
  let scan = isLonger ? before.scan : START;
  for (;;) {
    const end = open.indexOf("\n", scan.position);
    const line = end < 0 ? open.slice(scan.position) : open.slice(scan.position, end);
    if (scan.position > 0 && isBoundary(line, scan) && (end >= 0 || isPlain(line))) {
      finished.push(open.slice(0, scan.position));
      open = open.slice(scan.position);
      scan = START;
    } else if (end < 0) {
      return { text, finished, open, scan };
    } else {
      scan = { ...readLine(line, scan), position: end + 1 };
    }
  }
}

/** The pieces of a text that is complete. */
export function piecesOf(text: string): readonly string[] {
  const { finished, open } = splitMarkdown(text);
  return open === "" ? finished : [...finished, open];
}

/** Whether text elsewhere may depend on this one: it defines a link or a footnote. */
export function hasDefinitions(text: string): boolean {
  return /^[ >]*\[[^\]]+\]:/m.test(text);
}

const THEMATIC_BREAK = /^ {0,3}([-*_])( *\1){2,} *$/;
const LIST_MARKER = /^( *)([-+*]|\d{1,9}[.)])( +|$)/;
const FENCE = /^( *)(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,}) *$/;

const SHORT_HTML = /^ {0,3}<\/?[a-z]/i;

/** HTML that goes on over blank lines, and how it ends. */
const LONG_HTML: readonly [start: RegExp, end: RegExp][] = [
  [/^ {0,3}<(script|pre|style|textarea)(\s|>|$)/i, /<\/(script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

/**
 * Text at the margin after a blank line ends every paragraph, table, quotation and list. Numbered and empty items depend
 * on what is before them in more ways than are worth following.
 */
function isBoundary(line: string, scan: Scan): boolean {
  if (scan.fence || scan.htmlEnd || !scan.isAfterBlank) return false;
  if (line === "" || /^\s/.test(line)) return false;
  return scan.itemIndent === null ? !/^(\d|[-+*] *$)/.test(line) : !LIST_MARKER.test(line);
}

/** Whether the beginning of a line is enough to know that it is no item of a list. */
function isPlain(line: string): boolean {
  return /^[^\s\d+*-]/.test(line);
}

function readLine(line: string, scan: Scan): Scan {
  if (scan.fence) {
    const isEnd = endsFence(line, scan.fence);
    return { ...scan, fence: isEnd ? null : scan.fence, isAfterBlank: false };
  }
  if (scan.htmlEnd) {
    return { ...scan, htmlEnd: scan.htmlEnd.test(line) ? null : scan.htmlEnd, isAfterBlank: false };
  }
  if (line.trim() === "") return { ...scan, isHtmlUnsure: false, isAfterBlank: true };
  const isHtmlUnsure = scan.isHtmlUnsure || SHORT_HTML.test(line);
  const next = { ...readList(line, scan), isHtmlUnsure, isAfterBlank: false };
  const fence = fenceOf(line, next);
  if (fence) return { ...next, fence };
  return { ...next, htmlEnd: longHtml(line) };
}

function readList(line: string, scan: Scan): Scan {
  const indent = line.length - line.trimStart().length;
  const isInside = indent >= (scan.itemIndent ?? 4);
  if (isInside) return scan;
  const match = THEMATIC_BREAK.test(line) ? null : LIST_MARKER.exec(line);
  if (!match) return { ...scan, isListUnsure: scan.itemIndent !== null };
  const space = match[3]?.length ?? 0;
  const width = (match[2]?.length ?? 0) + (space >= 1 && space <= 4 ? space : 1);
  // Right after a paragraph, "-" alone underlines it, and only a list that counts from 1 begins.
  const isWords = scan.position > 0 && scan.itemIndent === null && !scan.isAfterBlank;
  const isListUnsure = isWords && (space === 0 || /[2-9]|1\d|0/.test(match[2] ?? ""));
  return { ...scan, itemIndent: indent + width, isListUnsure };
}

/** A fence inside a list item ends with the item, so only one outside has to be followed. */
function fenceOf(line: string, { itemIndent, isListUnsure, isHtmlUnsure }: Scan): Fence | null {
  const match = FENCE.exec(line);
  const indent = match?.[1]?.length ?? 0;
  const marks = match?.[2];
  if (!marks) return null;
  // One that may or may not be one is taken to have no end: that is slow, and never wrong.
  if (isHtmlUnsure || (isListUnsure && indent > 0))
    return { character: marks.charAt(0), length: Number.POSITIVE_INFINITY };
  if (indent >= (itemIndent ?? 4)) return null;
  return { character: marks.charAt(0), length: marks.length };
}

function endsFence(line: string, fence: Fence): boolean {
  const marks = FENCE_END.exec(line.trimEnd())?.[1];
  return marks !== undefined && marks.charAt(0) === fence.character && marks.length >= fence.length;
}

function longHtml(line: string): RegExp | null {
  const found = LONG_HTML.find(([start]) => start.test(line));
  if (!found) return null;
  const [start, end] = found;
  return end.test(line.replace(start, "")) ? null : end;
}
