import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const name = "virtual:vega-lite-schema";
const require = createRequire(import.meta.url);

/** Vega-Lite's official schema for the editor: as a text that is parsed once, with a sentence of prose for each member. */
export function vegaLiteSchema(): Plugin {
  return {
    name: "vega-lite-schema",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const schema: unknown = JSON.parse(readFileSync(require.resolve("vega-lite/vega-lite-schema.json"), "utf8"));
      const text = JSON.stringify(withShortProse(schema, false));
      return `export const schemaText = ${JSON.stringify(text)};`;
    },
  };
}

/** Prose is two thirds of the file; a member may be called so, too. */
function withShortProse(value: unknown, holdsNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withShortProse(each, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (holdsNames || typeof inner !== "string") {
      return [[key, withShortProse(inner, !holdsNames && (key === "properties" || key === "definitions"))] as const];
    }
    if (key === "markdownDescription") return [];
    return [[key, key === "description" ? firstSentence(inner) : inner] as const];
  });
  return Object.fromEntries(entries);
}

function firstSentence(prose: string): string {
  const [paragraph = ""] = prose.split("\n");
  const [sentence = ""] = /^.*?[.!?](?=\s|$)/.exec(paragraph) ?? [paragraph];
  const plain = sentence.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/<[^>]*>|[`*]/g, "");
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}
