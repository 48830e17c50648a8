// npm run check:words: holds interface text, test titles, doc comments and public names to the words of words.json.
// Findings that were there before are counted in words-baseline.json; a file may only get fewer of them.
// `--record` writes the counts of today, to be reviewed like any other change.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interfaceTextsOf } from "../../web/tasks/interface-text.mjs";
import { commentsOf, publicNamesOf, sourceFiles, testTitlesOf, wordsOfName } from "./code-text.mjs";

const baselinePath = join(import.meta.dirname, "words-baseline.json");
const kindTitles = { text: "interface text", comment: "doc comment", test: "test title", name: "public name" };

/** Reads the rules; each has a pattern, its replacement, and the kinds of text that it concerns. */
export function readRules() {
  const { openings, words } = JSON.parse(readFileSync(join(import.meta.dirname, "words.json"), "utf8"));
  return [
    ...Object.entries(openings).map(([kind, { pattern, use }]) => ({
      pattern: new RegExp(pattern, kind === "test" ? "i" : ""),
      use,
      kinds: [kind],
    })),
    ...words.map(({ pattern, use, in: kinds }) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, "i"), use, kinds })),
  ];
}

/** Returns the findings of a file, each with its line, its kind, the text, and what to write instead. */
export function findingsOf(file, rules) {
  const texts = [
    ...interfaceTextsOf(file).map((each) => ({ ...each, kind: "text" })),
    ...commentsOf(file)
      .filter((comment) => comment.isDoc)
      .map((each) => ({ ...each, kind: "comment" })),
    ...testTitlesOf(file).map((each) => ({ ...each, kind: "test" })),
    ...publicNamesOf(file).map((each) => ({ ...each, kind: "name", words: wordsOfName(each.text).join(" ") })),
  ];
  return texts.flatMap(({ line, kind, text, words = text, isOutsideCatalogue }) => [
    ...(isOutsideCatalogue ? [{ line, kind, text, found: "outside a catalogue", use: "an entry in strings.ts" }] : []),
    ...rules.flatMap(({ pattern, use, kinds }) => {
      const match = kinds.includes(kind) ? pattern.exec(words) : null;
      return match ? [{ line, kind, text, found: `“${match[0]}”`, use }] : [];
    }),
  ]);
}

/** Returns the counts of findings by file and kind. */
export function countsOf(findings) {
  const counts = {};
  for (const { path, kind } of findings) {
    counts[path] ??= {};
    counts[path][kind] = (counts[path][kind] ?? 0) + 1;
  }
  return counts;
}

/** Returns the findings of every file and kind that has more of them than the baseline. */
export function newFindings(findings, baseline) {
  const counts = countsOf(findings);
  return findings.filter(({ path, kind }) => counts[path][kind] > (baseline[path]?.[kind] ?? 0));
}

/** One file's counts on one line, so that changes to different files merge. */
function entriesOf(counts) {
  return Object.entries(counts)
    .map(([kind, count]) => `${JSON.stringify(kind)}: ${count}`)
    .join(", ");
}

function main() {
  const rules = readRules();
  const findings = sourceFiles().flatMap((file) =>
    findingsOf(file, rules).map((finding) => ({ path: file.path, ...finding })),
  );
  if (process.argv.includes("--record")) {
    const counts = countsOf(findings);
    const lines = Object.keys(counts)
      .sort()
      .map((path) => `  ${JSON.stringify(path)}: { ${entriesOf(counts[path])} }`);
    writeFileSync(baselinePath, `{\n${lines.join(",\n")}\n}\n`);
    console.log(`Recorded ${findings.length} findings in ${lines.length} files.`);
    return;
  }
  const baseline = existsSync(baselinePath) ? JSON.parse(readFileSync(baselinePath, "utf8")) : {};
  const added = newFindings(findings, baseline);
  for (const { path, line, kind, text, found, use } of added) {
    const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
    console.error(`${path}:${line}: ${kindTitles[kind]} ${found}: use ${use}\n    ${short}`);
  }
  if (added.length > 0) {
    console.error(
      "\nThese files have more findings than words-baseline.json records. Rewrite the new ones; " +
        "the rules are in orchestrator/tasks/words.json.",
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) main();
