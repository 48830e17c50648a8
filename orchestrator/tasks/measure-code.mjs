// npm run measure:code: prints how far the code is from the goals for its language, for the server and the client.
import { commentsOf, functionNamesOf, sourceFiles, testTitlesOf, typeNamesOf, wordsOfName } from "./code-text.mjs";

/** Crates whose subtle code needs inline comments. */
const subtleCrates = ["questions", "chat", "tables"];

const files = sourceFiles();

/** Returns one row of the table; `goal` says which side of the limit is good. */
function row(figure, measured, goal) {
  const isMet = goal.startsWith("≤") ? measured <= limitOf(goal) : measured >= limitOf(goal);
  return { figure, measured, goal, met: isMet ? "yes" : "no" };
}

function limitOf(goal) {
  return Number(/[\d.]+/.exec(goal)[0]);
}

function share(items, matches) {
  return items.length === 0 ? 0 : Math.round((items.filter(matches).length / items.length) * 1_000) / 10;
}

const rows = ["Rust", "TypeScript"].flatMap((language) => {
  const own = files.filter((file) => file.language === language);
  const comments = own.flatMap((file) => commentsOf(file));
  const titles = own.flatMap((file) => testTitlesOf(file));
  const functions = own.flatMap((file) => functionNamesOf(file));
  const counts = new Map();
  for (const name of own.flatMap((file) => typeNamesOf(file))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  return [
    row(`${language}: % of comments beginning What/Who/Where/Those`, share(comments, opensWithQuestion), "≤ 3"),
    row(`${language}: % of test names beginning a/the/no`, share(titles, opensWithArticle), "≤ 3"),
    row(`${language}: % of functions named by one word`, share(functions, isOneWord), "≤ 35"),
    row(`${language}: type names defined more than once`, repeated, "≤ 40"),
  ];
});

for (const crate of subtleCrates) {
  const own = files.filter(({ path }) => path.startsWith(`orchestrator/crates/${crate}/src/`));
  const inline = own.flatMap((file) => commentsOf(file)).filter((comment) => !comment.isDoc).length;
  const lines = own.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  rows.push(row(`${crate}: inline comments per 1,000 lines`, Math.round((inline / lines) * 10_000) / 10, "≥ 25"));
}

console.table(rows);

function opensWithQuestion({ text }) {
  return /^(?:What|Who|Where|Those)\b/.test(text);
}

function opensWithArticle({ text }) {
  return /^(?:a|the|no) /i.test(text);
}

function isOneWord(name) {
  return wordsOfName(name).length === 1;
}
