// Names every optional package of other platforms in package-lock.json, as `npm ci` asks for.
// A registry that lacks one leaves it out of the lock; an entry marked optional is enough.
// Run it after a change of dependencies: node orchestrator/tasks/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";

const lockPath = "package-lock.json";
const lock = JSON.parse(readFileSync(lockPath, "utf8"));

/** Resolves a package required by `parent`: its own folder first, then upwards. */
function isNamed(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder.includes("/node_modules/")) break;
  }
  return Boolean(lock.packages[`node_modules/${name}`]);
}

for (const [parent, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isNamed(parent, name)) continue;
    lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, os: ["other"] };
  }
}

const names = Object.keys(lock.packages).sort((a, b) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name]]));
writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
