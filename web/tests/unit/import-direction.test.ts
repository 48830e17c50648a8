import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const app = resolve(import.meta.dirname, "../../app");

/** Each layer may import from the layers below it, and from itself. */
const layers = [
  ["routes"],
  ["features"],
  ["chat"],
  ["blocks", "drafts"],
  ["charts"],
  ["stream", "api"],
  ["ui"],
  ["util"],
  ["contract"],
];

const rank = new Map(layers.flatMap((names, index) => names.map((name) => [name, index] as const)));

const imports = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(join(app, path), "utf8").matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g)].map((match) => ({
      from: path,
      to: relative(app, resolve(dirname(join(app, path)), match[1] ?? "")),
    })),
  )
  .filter(({ to }) => !to.includes("+types"));

const folder = (path: string) => path.split("/")[0] ?? "";
const feature = (path: string) => path.split("/").slice(0, 2).join("/");

it("finds the client's imports", () => {
  expect(imports.length).toBeGreaterThan(0);
});

it("lets a layer import only from the layers below it", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [fromRank, toRank] = [rank.get(folder(from)), rank.get(folder(to))];
    return fromRank !== undefined && toRank !== undefined && fromRank > toRank;
  });
  expect(wrong, `the order is ${layers.map((names) => names.join(" and ")).join(" → ")}`).toEqual([]);
});

it("keeps features separate from each other", () => {
  const wrong = imports.filter(
    ({ from, to }) => folder(from) === "features" && folder(to) === "features" && feature(from) !== feature(to),
  );
  expect(wrong, "what two features share belongs to blocks, drafts, api or ui").toEqual([]);
});
