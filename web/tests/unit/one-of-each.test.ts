import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const app = resolve(import.meta.dirname, "../../app");

/** `catch` clauses that components may have. */
const mostCatches = 5;

const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(app, path), "utf8") }));

const places = (pattern: RegExp, isWanted: (path: string) => boolean) =>
  files.flatMap(({ path, text }) => (isWanted(path) ? [...text.matchAll(pattern)].map(() => path) : []));

it("errors are caught in hooks and not in components", () => {
  const found = places(/\bcatch\b\s*[({]/g, (path) => path.endsWith(".tsx"));
  expect(found.length, `use useApiMutation, useApiForm or accept() instead: ${found.join(", ")}`).toBeLessThanOrEqual(
    mostCatches,
  );
});

it("one helper writes to the clipboard", () => {
  const found = places(/navigator\.clipboard/g, (path) => path !== "util/clipboard.ts");
  expect(found, "use util/clipboard").toEqual([]);
});

/** Scripts of the page's head, which import nothing. */
const inlineScripts = ["util/theme-script.ts", "util/head-script.ts"];

it("one helper reads and writes browser storage", () => {
  const isElsewhere = (path: string) => ![...inlineScripts, "util/stored.ts"].includes(path);
  const found = places(/\b(?:local|session)Storage\.(?:get|set|remove)Item/g, isElsewhere);
  expect(found, "use util/stored").toEqual([]);
});

it("one module formats numbers and times", () => {
  const isElsewhere = (path: string) => !["util/format.ts", "charts/numbers.ts", "ui/rhumb-lines.tsx"].includes(path);
  const found = places(/\.toLocale\w*String\(|\.toFixed\(|Intl\.(?:Number|DateTime)Format/g, isElsewhere);
  expect(found, "use util/format, or charts/numbers in drawings").toEqual([]);
});
