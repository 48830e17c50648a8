// Extracts what people read from the sources: comments, test titles, function names, type names, and public names.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

/** Files whose text is generated, fixed by somebody else's format, or the list of rules itself. */
const excluded = /^(?:web\/app\/charts\/editing\/vega-lite-schema|orchestrator\/tasks\/(?:words|code-text))/;

/** Returns the tracked and new source files, each with its language. */
export function sourceFiles() {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "orchestrator", "web"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  return [...new Set(listed.split("\n"))]
    .filter((path) => /\.(?:rs|tsx?|mjs|js)$/.test(path) && !excluded.test(path))
    .flatMap((path) => {
      const text = readIfPresent(join(root, path));
      return text === null ? [] : [{ path, language: path.endsWith(".rs") ? "Rust" : "TypeScript", text }];
    });
}

/** A deleted file is still listed until its deletion is committed. */
function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** Returns the comments of a file; consecutive lines are one comment. `isDoc` marks those that document an item. */
export function commentsOf({ language, text }) {
  return language === "Rust" ? rustComments(text) : scriptComments(text);
}

function rustComments(text) {
  return lineComments(text, /^\s*(\/\/[/!]?)(?!\/)\s?(.*)$/, (opening) => opening !== "//");
}

function scriptComments(text) {
  const blocks = [...text.matchAll(/^[ \t]*\/\*\*?\s+([\s\S]*?)\s*\*\/[ \t]*$/gm)].map((match) => ({
    line: lineAt(text, match.index),
    text: match[1].replace(/\n\s*\*\s?/g, " "),
    isDoc: true,
  }));
  return [...blocks, ...lineComments(text, /^\s*(\/\/)\s?(.*)$/, () => false)];
}

function lineComments(text, pattern, isDoc) {
  const found = [];
  let previous = null;
  for (const [index, line] of text.split("\n").entries()) {
    const match = pattern.exec(line);
    if (match && previous?.opening === match[1]) previous.comment.text += ` ${match[2]}`;
    else if (match) {
      previous = { opening: match[1], comment: { line: index + 1, text: match[2], isDoc: isDoc(match[1]) } };
      found.push(previous.comment);
    }
    if (!match) previous = null;
  }
  return found;
}

/** Returns the test titles of a file, as words. */
export function testTitlesOf({ language, text }) {
  if (language === "Rust") {
    const pattern = /#\[(?:\w+::)*test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub )?(?:async )?fn (\w+)/g;
    // `both!` defines a test of the same name for each database.
    const onBothDatabases = /^\s*both!\(\s*(\w+)/gm;
    return [...text.matchAll(pattern), ...text.matchAll(onBothDatabases)].map((match) => ({
      line: lineAt(text, match.index + match[0].length),
      text: match[1].replaceAll("_", " "),
    }));
  }
  return [...text.matchAll(/\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["'`])((?:\\.|(?!\1)[^\\])+)\1/g)].map(
    (match) => ({
      line: lineAt(text, match.index),
      text: match[2],
    }),
  );
}

/** Returns the names of functions, without tests and without methods whose names a trait fixes. */
export function functionNamesOf({ path, language, text }) {
  if (language === "Rust") {
    const tests = new Set(testTitlesOf({ language, text }).map((title) => title.text.replaceAll(" ", "_")));
    const isFixedByTrait = traitItemTest(text);
    return [...text.matchAll(/\bfn (\w+)/g)]
      .filter((match) => !isFixedByTrait(match.index))
      .map((match) => match[1])
      .filter((name) => !tests.has(name));
  }
  if (/\.test\./.test(path)) return [];
  const functions = text.matchAll(/\bfunction\s*\*?\s*(\w+)/g);
  const constants = text.matchAll(/\bconst (\w+)(?::[^=\n]+)? = (?:async )?(?:\([^)\n]*\)|\w+)(?:: [^=\n]+)? =>/g);
  return [...functions, ...constants].map((match) => match[1]);
}

/** Returns the names of types that a file defines, without associated types whose names a trait fixes. */
export function typeNamesOf({ language, text }) {
  if (language !== "Rust") {
    // The end tells a definition from a line of an import or export list, such as `type Name,`.
    const pattern =
      /^\s*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:type (\w+)(?=\s*[<=])|(?:interface|class) (\w+)(?=\s*(?:[<{]|extends\b|implements\b)))/gm;
    return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2]);
  }
  const pattern = /^\s*(?:pub(?:\([^)]*\))? )?(struct|enum|trait|union|type) (\w+)(?![^;{]*\bfor\b)/gm;
  const isFixedByTrait = traitItemTest(text);
  return [...text.matchAll(pattern)]
    .filter((match) => match[1] !== "type" || !isFixedByTrait(match.index + match[0].lastIndexOf("type ")))
    .map((match) => match[2]);
}

/** Returns a test whether an item at a position is directly in an `impl Trait for Type` block. */
function traitItemTest(text) {
  const code = blankLiterals(text);
  const blocks = [...code.matchAll(/^[ \t]*(?:unsafe )?impl\b[^{};]*?\sfor\s(?!<)[^{};]*\{/gm)].map((match) => {
    const start = match.index + match[0].length;
    return { start, end: closingBrace(code, start) };
  });
  return (index) =>
    blocks.some(({ start, end }) => index >= start && index < end && nestingOf(code.slice(start, index)) === 0);
}

/** Replaces comments, strings and character literals of Rust by blanks of the same length. */
function blankLiterals(text) {
  const literals =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^'\\\n])'/g;
  return text.replace(literals, (literal) => literal.replace(/[^\n]/g, " "));
}

function closingBrace(code, start) {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    else if (code[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function nestingOf(code) {
  let depth = 0;
  for (const character of code) {
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
  }
  return depth;
}

/** Returns the names that a file offers to others. */
export function publicNamesOf({ language, text }) {
  const pattern =
    language === "Rust"
      ? /^\s*pub (?:async |const |unsafe )*(?:fn|struct|enum|trait|type|const|static|mod) (\w+)/gm
      : /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    line: lineAt(text, match.index + match[0].length),
    text: match[1],
  }));
}

/** Splits a name in any case style into its words. */
export function wordsOfName(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_]+/)
    .filter((word) => word !== "");
}

function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
