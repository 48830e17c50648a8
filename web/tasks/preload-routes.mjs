// Pages that are not made into HTML all begin with the same one. A script in its head asks for what the page that is
// opened will need, before React is there to find out.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closure, importsOf, namesIn } from "./weights.mjs";

const sharedPage = "__spa-fallback.html";

/** Writes the script into the page that is for every path without a page of its own. */
export function preloadRoutes(client) {
  const folder = join(client, "assets");
  const path = join(client, sharedPage);
  const page = readFileSync(path, "utf8");
  const known = namesIn(page);
  const graph = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, importsOf(readFileSync(join(folder, name), "utf8"))]),
  );
  const { routes } = readManifest(folder);
  const names = [];
  const placeOf = (name) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);
  const lists = Object.values(routes)
    .filter(({ path }) => path && !path.includes("*"))
    .filter((route) => !existsSync(join(client, fullPath(route, routes), "index.html")))
    .map((route) => {
      const files = namesIn(JSON.stringify(chainOf(route, routes)));
      const styles = [...files].filter((name) => name.endsWith(".css"));
      const scripts = closure(
        [...files].filter((name) => name.endsWith(".js")),
        graph,
      );
      const wanted = [...scripts, ...styles].filter((name) => !known.has(name));
      return [patternOf(fullPath(route, routes)), wanted.map(placeOf)];
    });
  const script = `(${askAhead.toString().replaceAll(/\n\s*/g, "")})(${JSON.stringify(names)},${JSON.stringify(lists)})`;
  // Before the style sheet: a script after it waits for it.
  const styles = '<link rel="stylesheet"';
  if (!page.includes(styles)) throw new Error(`${sharedPage} has no style sheet to stand before`);
  const withScript = page.replace(styles, () => `<script>${script}</script>${styles}`);
  writeFileSync(path, withScript);
}

/**
 * In the page; becomes one line, so that it has no comments of its own. First it asks for what a signed-in page waits for:
 * who is there, and the one thing that the page is about, whose call has the page's own path. `takeEarly` in the client
 * takes the answers. The files come after that, as browsers ask six things of a server at a time.
 */
function askAhead(names, lists) {
  const { pathname } = location;
  const found = lists.find(([pattern]) => new RegExp(pattern).test(pathname));
  if (!found) return;
  const calls = /^\/(?:boards|charts|chats|portolans)\/[\da-f-]{36}$/.test(pathname) ? [`/api${pathname}`] : [];
  if (/(?:^|; )portolan-auth-token(?:\.0)?=[^;]/.test(document.cookie)) calls.push("/api/user/profile");
  const headers = { Accept: "application/json" };
  window.earlyAnswers = Object.fromEntries(calls.map((call) => [call, fetch(call, { headers }).catch(() => null)]));
  for (const place of found[1]) {
    const link = document.createElement("link");
    const isStyle = names[place].endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.href = `/assets/${names[place]}`;
    document.head.append(link);
  }
}

function readManifest(folder) {
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error(`there is no list of routes in ${folder}`);
  return JSON.parse(readFileSync(join(folder, name), "utf8").match(/\{.*\}/s)[0]);
}

/** A route, and those around it. */
function chainOf(route, routes) {
  return route ? [route, ...chainOf(routes[route.parentId], routes)] : [];
}

function fullPath(route, routes) {
  const parts = chainOf(route, routes).flatMap(({ path }) => path || []);
  return `/${parts.reverse().join("/")}`;
}

function patternOf(path) {
  return `^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`;
}
