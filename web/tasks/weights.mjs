// Measures the size of a built client: its first load, what each route adds to that, and each part that is loaded later.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

/** Bytes of gzip that the scripts of the first load may have. */
export const firstLoadLimit = 125_000;

/**
 * Weighs the client in a folder; all weights are bytes of gzip, largest first. The build writes what the files import
 * (`vite-manifest.json`) and the routes (`routes.json`) beside the folder.
 */
export function weighClient(client) {
  const folder = join(client, "assets");
  const weights = new Map();
  const weightOf = (name) => {
    if (!weights.has(name)) weights.set(name, compressedLength(join(folder, name)));
    return weights.get(name);
  };
  const sum = (names) => [...names].reduce((total, name) => total + weightOf(name), 0);
  const first = namesIn(readFileSync(join(client, "index.html"), "utf8"));
  const chunks = readJson(join(client, "../vite-manifest.json"));
  const routes = readJson(join(client, "../routes.json"));
  const added = (keys) => sum([...filesOf(keys, chunks)].filter((name) => !first.has(name)));

  return {
    firstLoad: {
      scripts: sum([...first].filter((name) => name.endsWith(".js"))),
      styles: sum([...first].filter((name) => name.endsWith(".css"))),
      page: gzipSync(readFileSync(join(client, "index.html")), { level: 9 }).length,
      files: [...first].map((name) => ({ name, bytes: weightOf(name) })).sort(heaviestFirst),
    },
    routes: routes
      .filter(({ path, index }) => path || index)
      .map((route) => ({ name: pathOf(route, routes), bytes: added(chunksOf(route, routes, chunks)) }))
      .sort(heaviestFirst),
    parts: [
      ...laterChunks(chunks).map((key) => ({ file: basename(chunks[key].file), bytes: added([key]) })),
      ...workersIn(folder).map((file) => ({ file, bytes: weightOf(file) })),
    ]
      .filter(({ file }) => !first.has(file))
      .map(({ file, bytes }) => ({ name: file.replace(/-[\w-]{7,8}\.js$/, ""), bytes }))
      .sort(heaviestFirst),
  };
}

/** As a table of two columns. */
export function weightTable(rows, most = Number.POSITIVE_INFINITY) {
  return rows
    .slice(0, most)
    .map(({ name, bytes }) => `${(bytes / 1_000).toFixed(1).padStart(8)} kB  ${name}`)
    .join("\n");
}

/** The chunks of a route's module and of the routes around it. */
function chunksOf(route, routes, chunks) {
  const own = Object.keys(chunks).filter((key) => key.split("?")[0] === `app/${route.file}`);
  const parent = routes.find(({ id }) => id === route.parentId);
  return parent ? [...own, ...chunksOf(parent, routes, chunks)] : own;
}

function pathOf(route, routes) {
  const parent = routes.find(({ id }) => id === route.parentId);
  const before = parent ? pathOf(parent, routes) : "/";
  return route.path ? `${before.replace(/\/$/, "")}/${route.path}` : before;
}

/** Chunks that are loaded by a dynamic import. */
function laterChunks(chunks) {
  return [...new Set(Object.values(chunks).flatMap(({ dynamicImports = [] }) => dynamicImports))];
}

/** Workers have graphs of their own, which the build's list of imports leaves out. */
function workersIn(folder) {
  return readdirSync(folder).filter((name) => /-worker-[\w-]+\.js$/.test(name));
}

/** The files of chunks, with everything that they need before they run. */
function filesOf(keys, chunks) {
  const found = new Set();
  const visit = (key) => {
    if (found.has(key)) return;
    found.add(key);
    for (const next of chunks[key].imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return new Set(
    [...found].flatMap((key) => [chunks[key].file, ...(chunks[key].css ?? [])]).map((file) => basename(file)),
  );
}

/** The files of the build that a page names. */
function namesIn(text) {
  return new Set([...text.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name));
}

function compressedLength(path) {
  if (existsSync(`${path}.gz`)) return readFileSync(`${path}.gz`).length;
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

function heaviestFirst(one, other) {
  return other.bytes - one.bytes;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
