import chartKinds from "../../stream/chart-kinds.json";
import { DrawError, type JsonObject } from "../draw-request.ts";

export interface OutlineItem {
  label: string;
  items: OutlineItem[];
}

const { limits } = chartKinds.mindmap;
const bullet = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/;

/** Reads the Markdown outline of a mind map; several items at the top get `title` as their centre. */
export function readOutline(spec: JsonObject, title: string | undefined): OutlineItem | undefined {
  if (typeof spec.outline !== "string") throw new DrawError("A mind map needs its `outline` as Markdown text.");
  const root: OutlineItem = { label: title ?? "", items: [] };
  const open: { item: OutlineItem; depth: number }[] = [];
  let headingDepth = 0;
  let count = 0;
  for (const line of spec.outline.slice(0, limits.characters).split(/\r?\n/)) {
    const read = readLine(line, headingDepth);
    if (!read) continue;
    if (read.isHeading) headingDepth = read.depth;
    while ((open.at(-1)?.depth ?? -1) >= read.depth) open.pop();
    const label = plainText(read.text).slice(0, limits.label);
    if (label === "" || open.length >= limits.depth) continue;
    count += 1;
    if (count > limits.items) throw new DrawError(`A mind map has at most ${limits.items} items: leave details out.`);
    const item: OutlineItem = { label, items: [] };
    (open.at(-1)?.item ?? root).items.push(item);
    open.push({ item, depth: read.depth });
  }
  const [only, ...others] = root.items;
  return only && others.length === 0 ? only : only && root;
}

/** Headings are as deep as their signs, list items deeper than any heading by their indentation. */
function readLine(line: string, headingDepth: number): { text: string; depth: number; isHeading: boolean } | undefined {
  const asHeading = heading.exec(line);
  if (asHeading) return { text: asHeading[2] ?? "", depth: (asHeading[1] ?? "").length, isHeading: true };
  const asBullet = bullet.exec(line);
  if (asBullet) {
    const indentation = (asBullet[1] ?? "").replaceAll("\t", "    ").length;
    return { text: asBullet[2] ?? "", depth: headingDepth + 1 + indentation, isHeading: false };
  }
  return line.trim() === "" ? undefined : { text: line.trim(), depth: headingDepth + 1, isHeading: false };
}

/** Markdown's marks within a line say nothing in a picture. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\[[ x]\]\s+/i, "")
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
    .replace(/(?<![\w*])\*(\S(?:[^*]*\S)?)\*(?![\w*])/g, "$1")
    .trim();
}
