// npm run build:web: the client to web/build/client, and the drawing bundle to web/build/draw.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const web = resolve(import.meta.dirname, "..");

function run(command, args) {
  const result = spawnSync(command, args, { cwd: web, stdio: "inherit" });
  if (result.error) console.error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

run(join(web, "../node_modules/.bin/react-router"), ["build"]);

const drawTask = join(web, "tasks/build-draw.mjs");
if (existsSync(drawTask)) run(process.execPath, [drawTask]);
