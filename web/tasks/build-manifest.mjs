// Metadata of a client build: its name, its rules for routes, its prerendered pages, its small files.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The name of a build: it changes with any of the files that it is made of. */
export function buildIdOf(root, sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of filesBelow(join(root, source))) {
      hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** `builds/latest.json` names the build that is served, `builds/meta/{id}.json` has its rules. */
export function writeManifest(client, buildId, rulesPath, now = new Date()) {
  const routes = JSON.parse(readFileSync(rulesPath, "utf8"));
  write(join(client, "builds/latest.json"), { buildId });
  write(join(client, "builds/meta", `${buildId}.json`), { buildId, createdAt: now.toISOString(), routes });
}

/** Beside each prerendered page, what it is, as `_payload.json`. */
export function writePayloads(client, buildId) {
  for (const path of filesBelow(client).filter((file) => basename(file) === "index.html")) {
    const page = readFileSync(path, "utf8");
    const folder = relative(client, dirname(path));
    write(join(dirname(path), "_payload.json"), {
      path: `/${folder}`,
      buildId,
      title: textOf(page.match(/<title>([^<]*)</)?.[1]),
      description: textOf(page.match(/<meta name="description" content="([^"]*)"/)?.[1]),
    });
  }
}

const textTypes = new Set([".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".txt"]);
/** Below this, a compressed file and its headers are no smaller. */
const smallest = 1_024;

/** Writes `.br` and `.gz` beside every text that is worth it. */
export async function compressFiles(client) {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
  const paths = filesBelow(client).filter((path) => textTypes.has(extname(path)) && statSync(path).size >= smallest);
  await Promise.all(
    paths.map(async (path) => {
      const bytes = readFileSync(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      writeFileSync(`${path}.br`, await brotli(bytes, { params }));
      writeFileSync(`${path}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function textOf(html = "") {
  return html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

function write(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}
