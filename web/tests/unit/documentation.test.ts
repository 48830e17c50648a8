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

  it("names files and folders that exist", () => {
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

  it("names npm scripts that exist", () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
