import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const web = resolve(import.meta.dirname, "../..");

const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((path) => /^(?:app|tests)\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), "utf8") }));

/** An object of a catalogue, as a module imports it. */
interface Import {
  object: string;
  alias: string;
  text: string;
}

const imports: Import[] = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/import \{ ([^}]+) \} from "(\.[^"]*strings)(?:\.ts)?"/g)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((name) => {
      const [object = "", alias = object] = name.trim().split(" as ");
      return { object: `${relative(web, resolve(dirname(join(web, path)), from))}.ts ${object}`, alias, text };
    }),
  ),
);

/** Returns the entries of a catalogue, each with the object that it belongs to. */
function entriesOf(path: string, text: string): { object: string; entry: string }[] {
  return [...text.matchAll(/^export const (\w+)[^=]*= \{\n([\s\S]*?)^\};/gm)].flatMap(([, object, members = ""]) =>
    [...members.matchAll(/^ {2}(\w+):/gm)].map(([, entry = ""]) => ({ object: `${path} ${object}`, entry })),
  );
}

function isUsed(object: string, entry: string): boolean {
  return imports
    .filter((each) => each.object === object)
    .some(({ alias, text }) => new RegExp(`\\b${alias}\\.${entry}\\b|\\.\\.\\.${alias}\\b`).test(text));
}

it("contain only text that a module shows", () => {
  const entries = sources
    .filter(({ path }) => path.startsWith("app/") && path.endsWith("strings.ts"))
    .flatMap(({ path, text }) => entriesOf(path, text));
  expect(entries.length).toBeGreaterThan(1_000);
  expect(entries.filter(({ object, entry }) => !isUsed(object, entry))).toEqual([]);
});
