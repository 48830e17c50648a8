// Measures the size of a built client: its first load, what each route adds to that, and each part that is loaded later.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Bytes of gzip that the scripts of the first load may have. */
export const firstLoadLimit = 120_000;

/** Weighs the client in a folder; all weights are bytes of gzip, largest first. */
export function weighClient(client) {
  const folder = join(client, "assets");
  const weights = new Map();
  const weightOf = (name) => {
    if (!weights.has(name)) weights.set(name, compressedLength(join(folder, name)));
    return weights.get(name);
  };
  const sum = (names) => [...names].reduce((total, name) => total + weightOf(name), 0);
  const first = namesIn(readFileSync(join(client, "index.html"), "utf8"));
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const graph = new Map(scripts.map((name) => [name, importsOf(readFileSync(join(folder, name), "utf8"))]));
  const added = (names) => sum([...closure(names, graph)].filter((name) => !first.has(name)));

  return {
    firstLoad: {
      scripts: sum([...first].filter((name) => name.endsWith(".js"))),
      styles: sum([...first].filter((name) => name.endsWith(".css"))),
      page: gzipSync(readFileSync(join(client, "index.html")), { level: 9 }).length,
      files: [...first].map((name) => ({ name, bytes: weightOf(name) })).sort(heaviestFirst),
    },
    routes: routesOf(folder)
      .map(({ name, files }) => ({ name, bytes: added(files) }))
      .sort(heaviestFirst),
    parts: [...new Set([...graph.values()].flatMap(({ later }) => later))]
      .filter((name) => !first.has(name) && graph.has(name))
      .map((name) => ({ name: name.replace(/-[\w-]{7,8}\.js$/, ""), bytes: added([name]) }))
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

/** Each route of the router's list, with its own files and those of the routes around it. */
function routesOf(folder) {
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  const text = readFileSync(join(folder, name), "utf8");
  const page = {};
  new Function("window", text)(page);
  const { routes } = page.__reactRouterManifest;
  const filesOf = (route) => (route ? [...namesIn(JSON.stringify(route)), ...filesOf(routes[route.parentId])] : []);
  const pathOf = (route) => (route ? [...pathOf(routes[route.parentId]), ...(route.path ? [route.path] : [])] : []);
  return Object.values(routes)
    .filter(({ path, index }) => path || index)
    .map((route) => ({ name: `/${pathOf(route).join("/")}`, files: filesOf(route) }));
}

/** Static imports of a script, and its later ones: dynamic imports and workers. */
export function importsOf(text) {
  const names = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
  return {
    first: names(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
    later: [...names(/import\(\s*["'`]\.\/([\w.-]+\.js)/g), ...names(/assets\/([\w.-]+-worker-[\w-]+\.js)/g)],
  };
}

/** Scripts with everything that they need before they run. */
export function closure(names, graph) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of graph.get(name)?.first ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return found;
}

/** The files of the build that a text names. */
export function namesIn(text) {
  return new Set([...text.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name));
}

function compressedLength(path) {
  if (existsSync(`${path}.gz`)) return readFileSync(`${path}.gz`).length;
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

function heaviestFirst(one, other) {
  return other.bytes - one.bytes;
}
