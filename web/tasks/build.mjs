// npm run build:web: the client to web/build/client, the drawing bundle to web/build/draw, and the browser extension to
// web/build/extension.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildIdOf, compressFiles, trimRoutes, writeManifest, writePayloads } from "./build-manifest.mjs";
import { cargoPackages, npmPackages, writeNotices } from "./notices.mjs";
import { preloadRoutes } from "./preload-routes.mjs";

const web = resolve(import.meta.dirname, "..");
const client = join(web, "build/client");

/** Two builds of the same files have the same name. */
const buildId = buildIdOf(web, [
  "app",
  "public",
  "catalogue-parts.ts",
  "prerendered-paths.ts",
  "react-router.config.ts",
  "tasks/build-manifest.mjs",
  "tasks/build.mjs",
  "tasks/notices.mjs",
  "tasks/preload-routes.mjs",
  "vega-lite-schema.ts",
  "vite.config.ts",
  "../package-lock.json",
  "../Cargo.lock",
]);

function run(command, args, environment = {}) {
  const result = spawnSync(command, args, { cwd: web, stdio: "inherit", env: { ...process.env, ...environment } });
  if (result.error) console.error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

run(join(web, "../node_modules/.bin/react-router"), ["build"], { PORTOLAN_BUILD_ID: buildId });
preloadRoutes(client);
trimRoutes(client);
writePayloads(client, buildId);
writeManifest(client, buildId, join(web, "app/util/route-rules.json"));
const root = resolve(web, "..");
writeFileSync(join(client, "third-party-notices.txt"), writeNotices([...npmPackages(root), ...cargoPackages(root)]));
await compressFiles(client);

const drawTask = join(web, "tasks/build-draw.mjs");
if (existsSync(drawTask)) run(process.execPath, [drawTask]);
run(process.execPath, [join(web, "tasks/build-extension.mjs")]);
