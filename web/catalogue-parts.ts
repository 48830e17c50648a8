import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const catalogueImport = /import \{ (\w+)(?: as (\w+))? \} from "(\.[^"]*strings)(?:\.ts)?";/g;

/**
 * Splits each catalogue of interface text by its objects, so that a page loads the text of its own modules and not that of
 * the whole area.
 */
export function catalogueParts(): Plugin {
  return {
    name: "catalogue-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/\/app\/.*\.tsx?$/.test(id) || code.search(catalogueImport) === -1) return null;
      return { code: code.replace(catalogueImport, namespaceImport), map: null };
    },
    load(id) {
      const [, path, part] = /^(.*strings\.ts)\?part=(\w+)$/.exec(id) ?? [];
      if (path === undefined || part === undefined) return null;
      const object = new RegExp(`^export const ${part}\\b[\\s\\S]*?^\\};$`, "m").exec(readFileSync(path, "utf8"));
      if (!object) throw new Error(`${path} exports no object ${part}.`);
      this.addWatchFile(path);
      return { code: asExports(object[0]), moduleType: "ts" };
    },
  };
}

function namespaceImport(_: string, part: string, alias: string | undefined, path: string): string {
  return `import * as ${alias ?? part} from "${path}.ts?part=${part}";`;
}

/** Turns each member of an object into an export, whose name can be shortened and whose unused value is left out. */
function asExports(object: string): string {
  const [, ...members] = object.replace(/\};$/, "").split(/^ {2}(?=\w+:)/m);
  return members
    .map((member) => {
      const name = member.slice(0, member.indexOf(":"));
      const value = member.slice(name.length + 1).replace(/,\s*$/, "");
      return `const $${name} =${value};\nexport { $${name} as ${name} };\n`;
    })
    .join("");
}
