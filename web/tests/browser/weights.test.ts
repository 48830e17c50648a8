import { join } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error a task of the build, without types
import { firstLoadLimit, weighClient, weightTable } from "../../tasks/weights.mjs";

interface Weight {
  name: string;
  bytes: number;
}

interface Weights {
  firstLoad: { scripts: number; styles: number; page: number; files: Weight[] };
  routes: Weight[];
  parts: Weight[];
}

/** No page needs more than this before it shows something; what draws charts, and editors, come after that. */
const routeLimit = 165_000;

/** A board with its canvas, which comes beside its data; its chat and its words come after that. */
const boardLimit = 185_000;

describe("the built client", () => {
  const { firstLoad, routes, parts }: Weights = weighClient(join(import.meta.dirname, "../../build/client"));

  it(`weighs at most ${firstLoadLimit / 1_000} kB on first load`, () => {
    console.log(`The first load of /, gzip:\n${weightTable(firstLoad.files)}`);
    expect(firstLoad.scripts).toBeLessThanOrEqual(firstLoadLimit);
  });

  it("adds little per page and loads no renderer before the first chart", () => {
    console.log(`What each page adds to the first load, gzip:\n${weightTable(routes)}`);
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter(({ bytes }) => bytes > routeLimit)).toEqual([]);
    expect(parts.find(({ name }) => name === "open-board")?.bytes).toBeLessThan(boardLimit);
  });

  it("loads large parts on demand", () => {
    console.log(`Each part that is loaded later, with what it needs, gzip:\n${weightTable(parts)}`);
    const weightOf = (name: string) => parts.find((part) => part.name === name)?.bytes ?? 0;
    for (const name of ["draw-worker", "json-editor", "command-palette", "avatar-crop", "recorded-answer"]) {
      expect([name, weightOf(name) > 1_000]).toEqual([name, true]);
    }
  });
});
