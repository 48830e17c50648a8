// Part of npm run check: relative links of the documentation lead to files and headings that exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./steps.mjs";

const folders = [".", "docs", "orchestrator"];

/** The anchor that a heading gets, as hosts of repositories make it. */
function slug(heading) {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return plain
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** The text without code, where brackets are no links and `#` is no heading. */
function withoutCode(text) {
  return text.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gm, "");
}

/** The anchors of a page. */
function anchors(path) {
  const seen = new Map();
  const found = new Set();
  for (const [, heading] of withoutCode(readFileSync(path, "utf8")).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = slug(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    found.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return found;
}

/** Describes each broken link of a page. */
function brokenLinks(page) {
  const text = withoutCode(readFileSync(page, "utf8")).replace(/`[^`\n]*`/g, "");
  const links = [...text.matchAll(/\]\(\s*<?([^()\s<>]+)>?[^()]*\)/g), ...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return links.flatMap(([, target]) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [];
    const [path, anchor] = target.split("#");
    const file = path ? resolve(dirname(page), decodeURIComponent(path)) : page;
    const where = `${relative(root, page)}: ${target}`;
    if (!existsSync(file)) return [`${where} leads to no file`];
    if (anchor && file.endsWith(".md") && !anchors(file).has(anchor)) return [`${where} leads to no heading`];
    return [];
  });
}

const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, folder, name)),
);
const broken = pages.flatMap(brokenLinks);
if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
console.log(`All relative links of ${pages.length} pages work.`);
