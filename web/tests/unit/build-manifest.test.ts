import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import routeRules from "../../app/util/route-rules.json";
// @ts-expect-error a task of the build, without types
import { buildIdOf, compressFiles, writeManifest, writePayloads } from "../../tasks/build-manifest.mjs";

describe("the build manifest", () => {
  let folder: string;
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "portolan-build-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("has an id that changes with file contents and file names", () => {
    put("app/a.ts", "1");
    put("lock.json", "{}");
    const first = buildIdOf(folder, ["app", "lock.json"]);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(buildIdOf(folder, ["app", "lock.json"])).toBe(first);
    put("app/a.ts", "2");
    const second = buildIdOf(folder, ["app", "lock.json"]);
    put("app/b.ts", "");
    expect(new Set([first, second, buildIdOf(folder, ["app", "lock.json"])]).size).toBe(3);
  });

  it("contains the newest build and its route rules", () => {
    const rules = join(import.meta.dirname, "../../app/util/route-rules.json");
    writeManifest(folder, "abc", rules, new Date("2026-01-02T03:04:05Z"));
    expect(read("builds/latest.json")).toEqual({ buildId: "abc" });
    expect(read("builds/meta/abc.json")).toEqual({
      buildId: "abc",
      createdAt: "2026-01-02T03:04:05.000Z",
      routes: routeRules,
    });
  });

  it("comes with a payload next to each prerendered page", () => {
    put("index.html", '<title>Home</title><meta name="description" content="It&#x27;s &amp; so"/>');
    put("about/index.html", "<title>About</title>");
    writePayloads(folder, "abc");
    expect(read("_payload.json")).toEqual({ path: "/", buildId: "abc", title: "Home", description: "It's & so" });
    expect(read("about/_payload.json")).toEqual({ path: "/about", buildId: "abc", title: "About", description: "" });
  });

  it("is small, with two compressed forms of each longer text file", async () => {
    const text = "a compass rose, ".repeat(500);
    put("assets/a.js", text);
    put("assets/b.js", "short");
    put("assets/c.woff2", text);
    await compressFiles(folder);
    expect(brotliDecompressSync(readFileSync(join(folder, "assets/a.js.br"))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(folder, "assets/a.js.gz"))).toString()).toBe(text);
    for (const path of ["assets/b.js.br", "assets/c.woff2.gz"]) {
      expect(() => readFileSync(join(folder, path))).toThrow();
    }
  });
});
