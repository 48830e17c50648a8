import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** Documents with the folder that their paths start from. */
const documents = [
  { path: "CONTRIBUTING.md", base: "." },
  { path: "web/ARCHITECTURE.md", base: "web" },
];

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

describe.each(documents)("$path", ({ path, base }) => {
  const text = readFileSync(join(root, path), "utf8");

  it("names only existing files and folders", () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`|\]\(([\w./-]+)\)/g)].map(([, code, link]) => ({
      name: code ?? link ?? "",
      // Links start from the document's own folder.
      isFound: [base, ".", ...(link ? [join(path, "..")] : [])].some((folder) =>
        existsSync(join(root, folder, code ?? link ?? "")),
      ),
    }));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual([]);
  });

  it("names only existing npm scripts", () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("the table of behaviours in web/ARCHITECTURE.md", () => {
  const text = readFileSync(join(root, "web/ARCHITECTURE.md"), "utf8");
  const table = text.slice(text.indexOf("## Where is"));
  const cells = table.split("\n").flatMap((line) => line.split("|").slice(2, -1));

  it("names functions that their files contain", () => {
    const named = cells.flatMap((cell) => {
      const inCode = [...cell.matchAll(/`([^`]+)`/g)].map(([, found = ""]) => found);
      const files = inCode.filter((name) => name.includes("/"));
      const source = files.map((file) => readFileSync(join(root, "web", file), "utf8")).join("\n");
      return inCode.filter((name) => !name.includes("/")).map((name) => ({ name, isFound: source.includes(name) }));
    });
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter(({ isFound }) => !isFound)).toEqual([]);
  });

  it.each(["stop button", "refresh diff", "plan meter", "return path", "extension send"])(
    "leads to the %s in two steps",
    (behaviour) => {
      const row = table.split("\n").find((line) => line.startsWith(`| ${behaviour} `)) ?? "";
      const steps = row.split("|").slice(2, -1);
      expect(steps.map((step) => /`[\w/-]+\.tsx?`/.test(step))).toEqual([true, true]);
    },
  );
});
