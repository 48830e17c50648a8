import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
// @ts-expect-error a script without types
import { dataPackages, npmPackages, shippedCrates, writeNotices } from "../../tasks/notices.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notices-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("lists each package with its licence and includes equal texts once", () => {
  writeFileSync(join(folder, "LICENSE-MIT"), "Permission is hereby granted\r\n");
  const text: string = writeNotices([
    { name: "b", version: "1.0.0", license: "MIT", folder },
    { name: "a", version: "2.0.0", license: "MIT", source: "git+https://example.com/a", folder },
  ]);
  expect(text).toContain("a 2.0.0 (MIT), https://example.com/a\nb 1.0.0 (MIT)\n");
  expect(text).toContain("a 2.0.0, b 1.0.0\n\nPermission is hereby granted");
  expect(text.match(/Permission/g)).toHaveLength(1);
});

test("includes the licence of embedded data", () => {
  const text: string = writeNotices(dataPackages(resolve(import.meta.dirname, "../../..")));
  expect(text).toContain("WordNet 3.0 (WordNet 3.0 license), https://wordnet.princeton.edu");
  expect(text).toContain("Copyright 2006 by Princeton University");
});

test("rejects packages without a licence", () => {
  expect(() => writeNotices([{ name: "a", version: "1.0.0", folder }])).toThrow("a 1.0.0");
});

test("follows normal dependencies of shipped crates only", () => {
  const crate = (name: string) => ({ id: name, name, version: "1.0.0", license: "MIT", manifest_path: "" });
  const dependency = (pkg: string, kind: string | null) => ({ pkg, dep_kinds: [{ kind }] });
  const crates = shippedCrates({
    packages: ["portolan", "linked", "deep", "tested", "built"].map(crate),
    workspace_members: ["portolan"],
    resolve: {
      nodes: [
        {
          id: "portolan",
          deps: [dependency("linked", null), dependency("tested", "dev"), dependency("built", "build")],
        },
        { id: "linked", deps: [dependency("deep", null)] },
        ...["deep", "tested", "built"].map((id) => ({ id, deps: [] })),
      ],
    },
  });
  expect(crates.map(({ name }: { name: string }) => name).sort()).toEqual(["deep", "linked"]);
});

test("lists installed runtime packages and no development tools", () => {
  const packages = npmPackages(resolve(import.meta.dirname, "../../.."));
  const names = packages.map(({ name }: { name: string }) => name);
  expect(names).toContain("react");
  expect(names).toContain("vega-lite");
  expect(names).not.toContain("vitest");
  expect(names).not.toContain("concurrently");
  expect(() => writeNotices(packages)).not.toThrow();
});
