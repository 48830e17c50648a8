// npm run build:web: the client to web/build/client, the drawing bundle to web/build/draw, and the browser extension to
// web/build/extension.
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildIdOf, compressFiles, writeManifest, writePayloads } from "./build-manifest.mjs";
import { cargoPackages, dataPackages, npmPackages, writeNotices } from "./notices.mjs";
import { firstLoadLimit, weighClient, weightTable } from "./weights.mjs";

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

function checkFirstLoad() {
  const { scripts, files } = weighClient(client).firstLoad;
  const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;
  console.log(`first load of /: ${kilobytes(scripts)} of scripts, gzip (limit ${kilobytes(firstLoadLimit)})`);
  if (scripts <= firstLoadLimit) return;
  console.error(`the first load is too large:\n${weightTable(files)}`);
  process.exit(1);
}

run(process.execPath, [join(web, "tasks/router.mjs"), "build"], { PORTOLAN_BUILD_ID: buildId });
// For the weights only; it is no part of what is served.
renameSync(join(client, ".vite/manifest.json"), join(client, "../vite-manifest.json"));
rmSync(join(client, ".vite"), { recursive: true });
writePayloads(client, buildId);
writeManifest(client, buildId, join(web, "app/util/route-rules.json"));
const root = resolve(web, "..");
writeFileSync(
  join(client, "third-party-notices.txt"),
  writeNotices([...npmPackages(root), ...cargoPackages(root), ...dataPackages(root)]),
);
await compressFiles(client);
checkFirstLoad();

const drawTask = join(web, "tasks/build-draw.mjs");
if (existsSync(drawTask)) run(process.execPath, [drawTask]);
run(process.execPath, [join(web, "tasks/build-extension.mjs")]);
